// The condition depends on the rank in a way that cannot be computed.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK: warning: MPI_Barrier might be called by some ranks of the communicator only [coll-mismatch]
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, workers = atoi(argv[1]);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank < workers) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
