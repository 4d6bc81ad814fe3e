// Loads and stores that an optimizer moves: out of loops, out of branches, into vectors. Each is found at its own line
// with every compiler.
// REQUIRES: mpich, openmpi
// RUN: %compilers --list=--without-bytes -n 2 %s | FileCheck %s --implicit-check-not={{[a-z]}}
#include <mpi.h>

enum { kCount = 64 };

__attribute__((noinline)) static int loop(int *values, int n) {
  int sum = 0;
  // CHECK: rma-race-local, error, [[@LINE+1]] load, [[@LINE+36]] MPI_Get, within-epoch, passive, target 1, also [[@LINE+2]] store
  for (int i = 0; i < n; ++i) sum += values[i];
  for (int i = 0; i < n; ++i) values[i] = sum;
  return sum;
}

__attribute__((noinline)) static int some(const int *values, const int *wanted, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    if (wanted[i])
      // CHECK: rma-race-local, error, [[@LINE+1]] load, [[@LINE+29]] MPI_Get, within-epoch, passive, target 1
      sum += values[i];
  return sum;
}

__attribute__((noinline)) static void total(int *sum, const int *numbers, int n) {
  for (int i = 0; i < n; ++i)
    // CHECK: rma-race-local, error, [[@LINE+1]] store, [[@LINE+25]] MPI_Get, within-epoch, passive, target 1
    *sum += numbers[i];
}

__attribute__((noinline)) static void scale(int *numbers, const int *factor, int n) {
  for (int i = 0; i < n; ++i)
    // CHECK: rma-race-local, error, [[@LINE+1]] load, [[@LINE+22]] MPI_Get, within-epoch, passive, target 1
    numbers[i] *= *factor;
}

int main(int argc, char **argv) {
  int rank, *base, values[kCount] = {0}, numbers[kCount] = {0}, sum = 0, wanted[kCount] = {0};
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(kCount * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  for (int i = 0; i < kCount; ++i) wanted[i] = i % 3 == argc;
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Get(values, kCount, MPI_INT, 1, 0, kCount, MPI_INT, win);
    sum += loop(values, kCount);
    MPI_Win_flush(1, win);
    MPI_Get(values, kCount, MPI_INT, 1, 0, kCount, MPI_INT, win);
    sum += some(values, wanted, kCount);
    MPI_Win_flush(1, win);
    MPI_Get(&values[1], 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    total(&values[1], numbers, kCount);
    MPI_Win_flush(1, win);
    MPI_Get(&values[2], 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    scale(numbers, &values[2], kCount);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum == 1;
}
