// Two ranks call the same collectives in different orders.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef OK
  const int first = 0;
#else
  const int first = rank;
#endif
  if (first == 0) MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  // Difference: the sentence; the run names the communicator, the ranks and what each of them calls.
  // CHECK: other_order.c:[[@LINE-2]]:19: error: MPI_Bcast is not called by all ranks of the communicator [coll-mismatch]
  // RUNTIME: other_order.c:[[@LINE-3]]:19: error: ranks disagree on the collective on MPI_COMM_WORLD: rank 0 calls MPI_Bcast, rank 1 goes on with MPI_Barrier [coll-mismatch]
  MPI_Barrier(MPI_COMM_WORLD);
  if (first != 0) MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
