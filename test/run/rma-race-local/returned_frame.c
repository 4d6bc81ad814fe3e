// A put from a local variable of a function that has returned. That another function stores to its own frame there
// follows from it.
// REQUIRES: mpich, openmpi
// RUN: for mpi in mpich openmpi; do %not66 %lockstep run --mpi $mpi -n 2 --timeout 60 --cflags=-DEARLY %s 2>&1 | FileCheck %s || exit 1; done
// RUN: for mpi in mpich openmpi; do %lockstep run --mpi $mpi -n 2 --timeout 60 %s 2>&1 | FileCheck %s --check-prefix=RIGHT || exit 1; done
// RIGHT: lockstep: no errors
#include <mpi.h>

enum { kCount = 64 };

static void give(MPI_Win win) {
  long numbers[kCount] = {1};
  // CHECK-DAG: returned_frame.c:[[@LINE+1]]:3: note: reads the memory on rank 0
  MPI_Put(numbers, kCount, MPI_LONG, 1, 0, kCount, MPI_LONG, win);
#ifndef EARLY
  MPI_Win_flush_local(1, win);
#endif
  // CHECK-DAG: returned_frame.c:[[@LINE+1]]:1: error: the function returns while a pending MPI_Put still uses its local variable [rma-race-local]
}

static long use(long seed) {
  long own[kCount + 8];
  for (int i = 0; i < kCount + 8; ++i) own[i] = seed + i;
  return own[seed % kCount];
}

int main(int argc, char **argv) {
  int rank;
  long *base, seen = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(kCount * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    give(win);
    seen = use(argc);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return seen < 0;
}
// CHECK: lockstep: 1 error in
