// The root broadcasts more elements than the others expect.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, values[4] = {0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef OK
  const int count = 4;
#else
  const int count = rank == 0 ? 4 : 2;
#endif
  MPI_Bcast(values, count, MPI_INT, 0, MPI_COMM_WORLD);
  // Difference: the sentence; check compares counts, the run amounts of data.
  // CHECK: bcast.c:[[@LINE-2]]:3: error: the ranks call MPI_Bcast with different counts: count 4 on rank 0, count 2 on rank 1 [coll-count-mismatch]
  // RUNTIME: bcast.c:[[@LINE-3]]:3: error: ranks disagree on the amount of data of MPI_Bcast on MPI_COMM_WORLD: rank 0 uses 4 x MPI_INT, rank 1 uses 2 x MPI_INT [coll-count-mismatch]
  MPI_Finalize();
  return 0;
}
