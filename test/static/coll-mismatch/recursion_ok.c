// The same function on both sides.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: coll-
// CHECK: lockstep: no errors
#include <mpi.h>
#include <stdio.h>

static void refine(int depth) {
  MPI_Barrier(MPI_COMM_WORLD);
  if (depth > 0) refine(depth - 1);
}

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    puts("first");
    refine(2);
  } else {
    refine(2);
  }
  MPI_Finalize();
  return 0;
}
