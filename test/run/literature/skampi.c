// SKaMPI's measurement of unlock: three ranks put to one, each to its own place of an array. With a scalar in place of
// the array all of them write to the same bytes.
// REQUIRES: mpich, openmpi
// RUN: %compilers -n 4 %s -DSCALAR | FileCheck %s --implicit-check-not=rma
// RUN: %compilers -n 4 %s | FileCheck %s --check-prefix=RIGHT
// RIGHT: {{^}}none{{$}}
#include <mpi.h>

int main(int argc, char **argv) {
  _Alignas(16) int rank, memory[4] = {0};
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef SCALAR
  const int place = 0;
#else
  const int place = rank;
#endif
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank != 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    // CHECK: rma-race-remote, error, [[@LINE+1]] MPI_Put, [[@LINE+1]] MPI_Put, across-processes, passive, target 0, bytes 0 to 4
    MPI_Put(&rank, 1, MPI_INT, 0, place, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
