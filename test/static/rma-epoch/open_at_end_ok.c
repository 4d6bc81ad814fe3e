// A fence that no operation follows leaves nothing open when MPI ends; only the window is not freed.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// CHECK-NOT: {{\[}}rma-epoch]
// CHECK: lockstep: 1 warning
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int value = 0, memory = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Finalize();
  return 0;
}
