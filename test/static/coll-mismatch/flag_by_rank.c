// The rank is kept in a flag that is set under a branch.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, isMaster = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) isMaster = 1;
  // CHECK: flag_by_rank.c:[[@LINE+2]]:17: error: MPI_Barrier is not called by all ranks
  // CHECK: flag_by_rank.c:[[@LINE+1]]:7: note: the ranks diverge here
  if (isMaster) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
