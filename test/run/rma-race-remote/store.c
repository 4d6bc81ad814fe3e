// A store at the target races with a put to the same element in one epoch; not to another one, nor in the next epoch.
// REQUIRES: mpich, openmpi
// RUN: for mpi in mpich openmpi; do %not66 %lockstep run --mpi $mpi -n 2 --timeout 60 --cflags='-O2 -DSAME=0' %s 2>&1 | FileCheck %s || exit 1; done
// RUN: for mpi in mpich openmpi; do %lockstep run --mpi $mpi -n 2 --timeout 60 --cflags='-O2 -DSAME=1' %s 2>&1 | FileCheck %s --check-prefix=RIGHT || exit 1; done
// RIGHT: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, *base, number = 3;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&number, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  // CHECK: store.c:[[@LINE+1]]:29: error: the store writes to memory of rank 1 that MPI_Put writes to{{.*}} [rma-race-remote]
  if (rank == 1) base[SAME] = 1;
  MPI_Win_fence(0, win);
  base[0] = 2;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
