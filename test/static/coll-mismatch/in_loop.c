// In every iteration of a loop of unknown length rank 0 misses a collective.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, mine = 1, sum;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < atoi(argv[1]); ++i) {
    // CHECK: in_loop.c:[[@LINE+1]]:20: error: MPI_Barrier is not called by all ranks
    if (rank == 0) MPI_Barrier(MPI_COMM_WORLD);
    // CHECK: in_loop.c:[[@LINE+1]]:5: note: while others call this
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
