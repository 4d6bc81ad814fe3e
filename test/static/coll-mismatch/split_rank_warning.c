// The rank in a communicator that was split off decides about a collective of the whole one.
// RUN: %check %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, part;
  MPI_Comm half;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  MPI_Comm_rank(half, &part);
  // CHECK: split_rank_warning.c:[[@LINE+1]]:18: warning: MPI_Barrier might be called by some ranks
  if (part == 0) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Comm_free(&half);
  MPI_Finalize();
  return 0;
}
