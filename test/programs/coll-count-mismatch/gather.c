// Rank 1 sends less than the root of a gather expects.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, values[2] = {0}, all[8];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef OK
  const int count = 2;
#else
  const int count = rank == 1 ? 1 : 2;
#endif
  MPI_Gather(values, count, MPI_INT, all, 2, MPI_INT, 0, MPI_COMM_WORLD);
  // Difference: the sentence; check compares send counts, the run each of them with what the root expects.
  // CHECK: gather.c:[[@LINE-2]]:3: error: the ranks call MPI_Gather with different counts: count 2 on rank 0, count 1 on rank 1 [coll-count-mismatch]
  // RUNTIME: gather.c:[[@LINE-3]]:3: error: ranks disagree on the amount of data of MPI_Gather on MPI_COMM_WORLD: rank 1 sends 1 x MPI_INT to rank 0, which expects 2 x MPI_INT [coll-count-mismatch]
  MPI_Finalize();
  return 0;
}
