// The first rank of each part calls the collectives of a communicator of these ranks.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: coll-
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, part;
  MPI_Comm node, leaders;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
  MPI_Comm_rank(node, &part);
  MPI_Comm_split(MPI_COMM_WORLD, part == 0 ? 0 : MPI_UNDEFINED, rank, &leaders);
  if (part == 0) MPI_Barrier(leaders);
  if (leaders != MPI_COMM_NULL) MPI_Comm_free(&leaders);
  MPI_Barrier(node);
  MPI_Comm_free(&node);
  MPI_Finalize();
  return 0;
}
