// BT-broadcast: a rank of the tree fetches a flag of its parent again and again, inside one epoch, until it is set. No
// get is complete before the epoch's end, so that the loop may never end: it is reported while it spins.
// REQUIRES: mpich, openmpi
// RUN: %compilers --run=--halt-on-error -n 2 %s -DEARLY | FileCheck %s
// RUN: %compilers -n 2 %s | FileCheck %s --check-prefix=RIGHT
// RIGHT: {{^}}none{{$}}
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  double check, *flag;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &flag, &win);
  *flag = 0;
#ifdef EARLY
  MPI_Win_fence(0, win);
  if (rank == 1) {
    check = 0;
    // CHECK: rma-race-local, error, [[@LINE+1]] load, [[@LINE+2]] MPI_Get, within-epoch, active, target 0, bytes 0 to 8
    while (check == 0) {
      MPI_Get(&check, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);
    }
  }
  MPI_Win_fence(0, win);
#else
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    *flag = 1;
    MPI_Win_unlock(0, win);
  } else {
    check = 0;
    while (check == 0) {
      MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
      MPI_Get(&check, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);
      MPI_Win_unlock(0, win);
    }
  }
#endif
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
