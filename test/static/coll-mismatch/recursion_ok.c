// A recursive function with a collective is called to the same depth on all ranks, deeper than the analysis follows.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: coll-
// CHECK: lockstep: no errors
#include <mpi.h>

static void refine(int depth) {
  MPI_Barrier(MPI_COMM_WORLD);
  if (depth > 0) refine(depth - 1);
}

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0)
    refine(2);
  else
    refine(2);
  refine(size);
  refine(50);
  MPI_Finalize();
  return 0;
}
