// A lock that the program builds from compare-and-swap excludes accesses that are complete before its release, by a
// replace or by another swap, which may return after another rank has acquired the lock.
// REQUIRES: mpich, openmpi
// RUN: for mpi in mpich openmpi; do %lockstep run -v --mpi $mpi -n 3 --timeout 60 %s 2>&1 | FileCheck %s --check-prefix=NONE || exit 1; done
// RUN: for mpi in mpich openmpi; do %lockstep run -v --mpi $mpi -n 3 --timeout 60 --cflags=-DSWAPPED %s 2>&1 | FileCheck %s --check-prefix=NONE || exit 1; done
// RUN: for mpi in mpich openmpi; do %not66 %lockstep run --mpi $mpi -n 3 --timeout 60 --cflags=-DUNFLUSHED %s 2>&1 | FileCheck %s || exit 1; done
// NONE-NOT: {{error|warning}}:
// NONE: no errors
#include <mpi.h>

static void take(MPI_Win win) {
  const int taken = 1, isFree = 0;
  int found = 1;
  while (found != isFree) {
    MPI_Compare_and_swap(&taken, &isFree, &found, MPI_INT, 0, 0, win);
    MPI_Win_flush(0, win);
  }
}

static void give(MPI_Win win) {
  const int isFree = 0;
#ifdef SWAPPED
  const int taken = 1;
  int found;
  MPI_Compare_and_swap(&isFree, &taken, &found, MPI_INT, 0, 0, win);
#else
  MPI_Accumulate(&isFree, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, win);
#endif
  MPI_Win_flush(0, win);
}

int main(int argc, char **argv) {
  int *base, count = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  base[0] = base[1] = 0;
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 5; ++i) {
    take(win);
    // CHECK: error: {{.*}} [rma-race-remote]
    MPI_Get(&count, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    ++count;
    MPI_Put(&count, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
#ifndef UNFLUSHED
    MPI_Win_flush(0, win);
#endif
    give(win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
