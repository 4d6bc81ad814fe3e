// A loop spins forever on the buffer of a get that is never completed; it is reported while it spins.
// REQUIRES: mpich, openmpi
// RUN: for mpi in mpich openmpi; do %not66 %lockstep run --mpi $mpi -n 2 --timeout 120 --halt-on-error %s 2>&1 | FileCheck %s || exit 1; done
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, *base;
  volatile int seen = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  *base = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Get((int *)&seen, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    // CHECK: spin_on_result.c:[[@LINE+1]]:12: error: the load reads a buffer that a pending MPI_Get writes to [rma-race-local]
    while (seen == 0) {
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
