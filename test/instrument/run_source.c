// `lockstep run` of a source instruments it: stores to window memory and loads from pending buffers are recorded.
// REQUIRES: mpich, openmpi
// RUN: for mpi in mpich openmpi; do rm -rf %t && %lockstep run -q -n 2 --mpi $mpi --trace %t %s && %records %t > %t.out && FileCheck %s < %t.out || exit 1; done
// CHECK: rank 0: access {{.*}}load 4 bytes at buffer
// CHECK: rank 1: access {{.*}}store 4 bytes at window 0 + 8
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, *base, b = 5;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&b, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  if (rank == 0 && b != 5) return 1;
  if (rank == 1) base[2] = 3;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
