// Puts to the even elements and stores to the odd ones, from a loop that is vectorized or reported as one range: no
// error. With one common element it is one, for all compiler flags.
// REQUIRES: mpich, openmpi
// RUN: for flags in -O0 -O2 "-O3 -march=native"; do %lockstep run --mpi mpich -n 2 --timeout 60 "--cflags=$flags" %s 2>&1 | FileCheck %s --check-prefix=RIGHT || exit 1; done
// RUN: for flags in -O0 -O2 "-O3 -march=native"; do %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 "--cflags=-DCOMMON $flags" %s 2>&1 | FileCheck %s || exit 1; done
// RIGHT: lockstep: no errors
#include <mpi.h>

enum { kCount = 100 };

__attribute__((noinline)) static int store(int *odd, int n) {
  int sum = 0;
  // CHECK: odd_and_even.c:[[@LINE+1]]:46: error: the store writes to memory of rank 1 that MPI_Put writes to{{.*}} [rma-race-remote]
  for (int i = 0; i < n; ++i) odd[2 * i + 1] = i;
  for (int i = 0; i < n; ++i) sum += odd[2 * i + 1];
  return sum;
}

int main(int argc, char **argv) {
  int rank, *base, numbers[kCount] = {0}, sum = 0;
  MPI_Win win;
  MPI_Datatype even;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4 * kCount * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Type_vector(kCount, 1, 2, MPI_INT, &even);
  MPI_Type_commit(&even);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(numbers, kCount, MPI_INT, 1, 0, 1, even, win);
#ifdef COMMON
  if (rank == 0) MPI_Put(numbers, 1, MPI_INT, 1, 31, 1, MPI_INT, win);
#endif
  if (rank == 1) sum = store(base, kCount);
  MPI_Win_fence(0, win);
  MPI_Type_free(&even);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum < 0;
}
