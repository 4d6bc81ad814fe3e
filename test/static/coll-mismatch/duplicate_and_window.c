// A duplicate and a window have the same processes: their collectives are judged by the rank in the original.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, cell = 0;
  MPI_Comm copy;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Win_create(&cell, sizeof cell, 1, MPI_INFO_NULL, copy, &window);
  // CHECK: duplicate_and_window.c:[[@LINE+1]]:18: error: MPI_Barrier is not called by all ranks
  if (rank == 0) MPI_Barrier(copy);
  MPI_Win_fence(0, window);
  // CHECK: duplicate_and_window.c:[[@LINE+1]]:18: error: MPI_Win_fence is not called by all ranks
  if (rank != 0) MPI_Win_fence(0, window);
  MPI_Win_free(&window);
  MPI_Comm_free(&copy);
  MPI_Finalize();
  return 0;
}
