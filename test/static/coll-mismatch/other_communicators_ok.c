// Collectives on a part of the processes are correct inside a branch on the rank.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: coll-
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, rowRank;
  MPI_Comm row;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &row);
  MPI_Comm_rank(row, &rowRank);
  if (rank % 2 == 0) MPI_Barrier(row);
  if (rank == 0) MPI_Barrier(MPI_COMM_SELF);
  if (rowRank == 0) MPI_Barrier(MPI_COMM_SELF);
  MPI_Comm_free(&row);
  MPI_Finalize();
  return 0;
}
