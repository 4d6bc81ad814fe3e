// A flush between two fences, where no lock is held.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int window = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_create(&window, sizeof window, sizeof window, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  // CHECK: flush_in_fence.c:[[@LINE+1]]:{{.*}}error: MPI_Win_flush outside a passive target epoch: no lock is held on rank 0 [rma-epoch]
  MPI_Win_flush(0, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
