// Rank 0 returns before the collective of the others.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // CHECK: early_return.c:[[@LINE+6]]:3: error: MPI_Barrier is not called by all ranks
  // CHECK: early_return.c:[[@LINE+1]]:7: note: the ranks diverge here
  if (rank == 0) {
    MPI_Finalize();
    return 0;
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
