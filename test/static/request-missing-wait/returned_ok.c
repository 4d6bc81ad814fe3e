// A function returns a request, which its caller keeps in a global variable and completes.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

static MPI_Request other;
static int value;

static MPI_Request start(int *buffer) {
  MPI_Request request;
  MPI_Irecv(buffer, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &request);
  return request;
}

int main(int argc, char **argv) {

  MPI_Init(&argc, &argv);
  other = start(&value);
  MPI_Wait(&other, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
