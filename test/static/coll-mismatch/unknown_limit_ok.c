// The same condition, but the ranks on its other side call the collective too.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: coll-
// CHECK: lockstep: no errors
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, workers = atoi(argv[1]);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank < workers) MPI_Barrier(MPI_COMM_WORLD);
  if (rank >= workers) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
