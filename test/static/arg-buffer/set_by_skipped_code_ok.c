// A global pointer is null at first, and set by a function whose loop over unknown data is not executed step by step.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>
#include <stdlib.h>

int *sent, *received;

int ask(int question);

static void allocate(int count) {
  while (ask(count) > count) --count;
  if (ask(0)) count *= 2;
  sent = calloc(count, sizeof(int));
  received = calloc(count, sizeof(int));
  if (!sent || !received) exit(1);
}

static void barrierIf(int question) {
  if (ask(question)) MPI_Barrier(MPI_COMM_WORLD);
  if (ask(question + 1)) MPI_Barrier(MPI_COMM_WORLD);
}

static void exchange(void) {
  MPI_Alltoall(sent, 1, MPI_INT, received, 1, MPI_INT, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
  int size;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  allocate(size);
  barrierIf(0);
  barrierIf(2);
  barrierIf(4);
  barrierIf(6);
  exchange();
  MPI_Finalize();
  return 0;
}
