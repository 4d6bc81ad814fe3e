// On a communicator with unknown members the rank in that communicator decides.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, rowRank;
  MPI_Comm row;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &row);
  MPI_Comm_rank(row, &rowRank);
  // CHECK: split_communicator.c:[[@LINE+1]]:21: error: MPI_Barrier is not called by all ranks
  if (rowRank == 0) MPI_Barrier(row);
  MPI_Comm_free(&row);
  MPI_Finalize();
  return 0;
}
