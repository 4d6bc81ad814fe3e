// The rank that leaves misses the barrier, too: one cause, one finding. A barrier that other ranks miss is another one.
// RUN: %not66 %check %s 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: %not66 %check %s -- -DOTHERS 2>&1 | FileCheck %s --check-prefixes=CHECK,OTHERS --implicit-check-not=error:
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef OTHERS
  if (rank == 0) MPI_Barrier(MPI_COMM_WORLD);
#endif
  if (rank == 1) exit(0);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}

// CHECK: rank_leaves_before_collective.c:10:{{[0-9]+}}: error: the process ends without calling MPI_Finalize [lifecycle]
// CHECK: rank_leaves_before_collective.c:14:{{[0-9]+}}: note: ends here
// OTHERS: rank_leaves_before_collective.c:12:{{[0-9]+}}: error: MPI_Barrier is not called by all ranks
