// Each rank names itself as the root of a broadcast.
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
  const int root = 1;
#else
  const int root = rank;
#endif
  MPI_Bcast(&value, 1, MPI_INT, root, MPI_COMM_WORLD);
  // Difference: the sentence alone; the run names the communicator.
  // CHECK: bcast.c:[[@LINE-2]]:3: error: the ranks call MPI_Bcast with different roots: root 0 on rank 0, root 1 on rank 1 [coll-root-mismatch]
  // RUNTIME: bcast.c:[[@LINE-3]]:3: error: ranks disagree on the root of MPI_Bcast on MPI_COMM_WORLD: rank 0 names root 0, rank 1 names root 1 [coll-root-mismatch]
  MPI_Finalize();
  return 0;
}
