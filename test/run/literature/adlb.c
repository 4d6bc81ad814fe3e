// ADLB: work is put from a variable on the stack of a function that returns before the put is complete; the next
// function's frame lies there then. How much of the two frames is common is up to the compiler.
// REQUIRES: mpich, openmpi
// gcc does not tell when a function is left: there the store is the error.
// RUN: for level in -O0 -O2; do %lockstep-mpicc --mpi mpich -g $level -DEARLY %s -o %t.clang; %not66 %lockstep run -n 2 --timeout 60 %t.clang 2>&1 | FileCheck %s || exit 1; done
// RUN: %lockstep-mpicc --mpi openmpi --compiler=gcc -g -O2 -DEARLY %s -o %t.gcc; %not66 %lockstep run -n 2 --timeout 60 %t.gcc 2>&1 | FileCheck %s --check-prefix=GCC
// RUN: %compilers -n 2 %s | FileCheck %s --check-prefix=RIGHT
// RIGHT: {{^}}none{{$}}
#include <mpi.h>

enum { kUnit = 64 };

__attribute__((noinline)) static void give(long work, MPI_Win win) {
  long unit[kUnit];
  for (int i = 0; i < kUnit; ++i) unit[i] = work + i;
  MPI_Put(unit, kUnit, MPI_LONG, 1, 0, kUnit, MPI_LONG, win);
#ifndef EARLY
  MPI_Win_flush_local(1, win);
#endif
  // CHECK: adlb.c:[[@LINE+1]]:{{.*}}error: the function returns while a pending MPI_Put still uses its local variable [rma-race-local]
}
// CHECK: lockstep: 1 error in

__attribute__((noinline)) static void fill(long *table, long seed) {
  // GCC: adlb.c:[[@LINE+1]]:{{.*}}error: the store writes to a buffer that a pending MPI_Put still reads [rma-race-local]
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
