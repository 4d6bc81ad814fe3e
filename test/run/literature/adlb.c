// ADLB: work is put from a variable on the stack of a function that returns before the put is complete; the next
// function's frame lies there then. How much of the two frames is common is up to the compiler.
// REQUIRES: mpich, openmpi
// RUN: %compilers --list=--without-bytes -n 2 %s -DEARLY | FileCheck %s --implicit-check-not=rma
// RUN: %compilers -n 2 %s | FileCheck %s --check-prefix=RIGHT
// RIGHT: {{^}}none{{$}}
#include <mpi.h>

enum { kUnit = 64 };

__attribute__((noinline)) static void give(long work, MPI_Win win) {
  long unit[kUnit];
  for (int i = 0; i < kUnit; ++i) unit[i] = work + i;
  // CHECK: rma-race-local, error, [[@LINE+1]] MPI_Put, [[@LINE+8]] store, within-epoch, passive, target 1
  MPI_Put(unit, kUnit, MPI_LONG, 1, 0, kUnit, MPI_LONG, win);
#ifndef EARLY
  MPI_Win_flush_local(1, win);
#endif
}

__attribute__((noinline)) static void fill(long *table, long seed) {
  for (int i = 0; i < kUnit + 8; ++i) table[i] = seed + i;
}

__attribute__((noinline)) static long next(long seed) {
  long table[kUnit + 8];
  fill(table, seed);
  return table[seed];
}

int main(int argc, char **argv) {
  int rank;
  long *base, sum = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(kUnit * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    give(1, win);
    sum = next(argc);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum < 0;
}
