// A recursive function that comes by a collective counts as one.
// RUN: %check %s 2>&1 | FileCheck %s
#include <mpi.h>

static void refine(int depth) {
  MPI_Barrier(MPI_COMM_WORLD);
  if (depth > 0) refine(depth - 1);
}

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // CHECK: recursion_warning.c:[[@LINE+2]]:18: warning: MPI_Barrier may not be called by all ranks
  // CHECK: called by rank 0 of 2; it runs MPI_Barrier
  if (rank == 0) refine(2);
  MPI_Finalize();
  return 0;
}
