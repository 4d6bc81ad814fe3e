// Only one rank calls a barrier on a duplicate of the communicator.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Comm copy;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
#ifdef OK
  MPI_Barrier(copy);
#else
  if (rank == 1) MPI_Barrier(copy);
  // Difference: the sentence and the place; check reports the call that some ranks make, the run the lowest rank.
  // CHECK: on_a_duplicate.c:[[@LINE-2]]:18: error: MPI_Barrier is not called by all ranks of the communicator [coll-mismatch]
#endif
  MPI_Comm_free(&copy);
  // RUNTIME: on_a_duplicate.c:[[@LINE-1]]:3: error: ranks disagree on the collective on the communicator of ranks 0-1: rank 0 calls MPI_Comm_free, rank 1 calls MPI_Barrier [coll-mismatch]
  MPI_Finalize();
  return 0;
}
