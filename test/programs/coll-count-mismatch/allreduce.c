// A shorter count in a reduction is an error on any rank.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, values[4] = {0}, sums[4];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef OK
  const int count = 3;
#else
  const int count = 3 + rank;
#endif
  MPI_Allreduce(values, sums, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  // Difference: the sentence; check compares counts, the run amounts of data.
  // CHECK: allreduce.c:[[@LINE-2]]:3: error: the ranks call MPI_Allreduce with different counts: count 3 on rank 0, count 4 on rank 1 [coll-count-mismatch]
  // RUNTIME: allreduce.c:[[@LINE-3]]:3: error: ranks disagree on the amount of data of MPI_Allreduce on MPI_COMM_WORLD: rank 0 uses 3 x MPI_INT, rank 1 uses 4 x MPI_INT [coll-count-mismatch]
  MPI_Finalize();
  return 0;
}
