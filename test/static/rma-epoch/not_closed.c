// No fence follows the last put before the window is freed.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int value = 0, window = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_create(&window, sizeof window, sizeof window, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  // CHECK: not_closed.c:[[@LINE+1]]:{{.*}}error: the epoch of the last fence is used but never closed before MPI_Win_free [rma-epoch]
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
