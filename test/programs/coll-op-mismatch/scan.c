// Two calls of a scan, with different operations.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, result;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    MPI_Scan(&rank, &result, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    // Difference: the sentence alone; the run names the communicator.
    // CHECK: scan.c:[[@LINE-2]]:5: error: the ranks call MPI_Scan with different operations: MPI_SUM on rank 0, MPI_PROD on rank 1 [coll-op-mismatch]
    // RUNTIME: scan.c:[[@LINE-3]]:5: error: ranks disagree on the operation of MPI_Scan on MPI_COMM_WORLD: rank 0 uses MPI_SUM, rank 1 uses MPI_PROD [coll-op-mismatch]
  else
#ifdef OK
    MPI_Scan(&rank, &result, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
#else
    MPI_Scan(&rank, &result, 1, MPI_INT, MPI_PROD, MPI_COMM_WORLD);
#endif
  MPI_Finalize();
  return 0;
}
