// A put of MPI_DOUBLE from the integer in front of a structure's double.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  struct {
    int id;
    double weight;
  } item = {0, 0};
  double window = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_create(&window, sizeof window, sizeof window, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
#ifdef OK
  MPI_Put(&item.weight, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);
#else
  // CHECK: rma.c:[[@LINE+1]]:{{.*}}error: origin_addr of MPI_Put (argument 1) points to integers of 4 bytes, but the datatype is MPI_DOUBLE [buffer-type]
  MPI_Put(&item.id, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);
#endif
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
