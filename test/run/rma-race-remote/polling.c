// A load that polls one element which another rank puts is a warning; a load whose value is used is an error. The probe
// lets MPI make progress.
// REQUIRES: mpich, openmpi
// RUN: for flags in -O0 -O2; do %lockstep run --mpi mpich -n 2 --timeout 60 "--cflags=$flags" %s 2>&1 | FileCheck %s --check-prefix=POLL || exit 1; done
// RUN: for flags in -O0 -O2; do %not66 %lockstep run --mpi mpich -n 2 --timeout 60 "--cflags=-DUSED $flags" %s 2>&1 | FileCheck %s || exit 1; done
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, *base, one = 1, seen = 0, any = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  base[0] = base[1] = 0;
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Put(&one, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
  } else {
    // POLL: polling.c:[[@LINE+1]]:12: warning: {{.*}} [rma-race-remote]
    while (base[0] == 0) MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &any, MPI_STATUS_IGNORE);
#ifdef USED
    // CHECK: polling.c:[[@LINE+1]]:12: error: the load reads memory of rank 1 that MPI_Put writes to{{.*}} [rma-race-remote]
    seen = base[1];
#endif
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return seen < 0;
}
