// A recursive function with a collective is called by one rank only, or to a depth that differs.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %check %s -- -DDEPTH 2>&1 | FileCheck %s
#include <mpi.h>

static void refine(int depth) {
  // CHECK: recursion.c:[[@LINE+1]]:3: error: MPI_Barrier is not called by all ranks
  MPI_Barrier(MPI_COMM_WORLD);
  if (depth > 0) refine(depth - 1);
}

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef DEPTH
  refine(rank);
#else
  if (rank == 0) refine(2);
#endif
  MPI_Finalize();
  return 0;
}
