// An unknown function that all ranks call is assumed to call the same collectives on all of them.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
#include <mpi.h>

void compute(int rank);

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  compute(rank);
  // CHECK: unseen_code.c:[[@LINE+1]]:18: error: MPI_Barrier is not called by all ranks
  if (rank == 0) MPI_Barrier(MPI_COMM_WORLD);
  compute(rank);
  MPI_Finalize();
  return 0;
}
