// One rank reduces with MPI_SUM, the other with MPI_MAX.
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
#ifdef OK
  const MPI_Op op = MPI_MAX;
#else
  const MPI_Op op = rank == 0 ? MPI_SUM : MPI_MAX;
#endif
  MPI_Allreduce(&rank, &result, 1, MPI_INT, op, MPI_COMM_WORLD);
  // Difference: the sentence alone; the run names the communicator.
  // CHECK: allreduce.c:[[@LINE-2]]:3: error: the ranks call MPI_Allreduce with different operations: MPI_SUM on rank 0, MPI_MAX on rank 1 [coll-op-mismatch]
  // RUNTIME: allreduce.c:[[@LINE-3]]:3: error: ranks disagree on the operation of MPI_Allreduce on MPI_COMM_WORLD: rank 0 uses MPI_SUM, rank 1 uses MPI_MAX [coll-op-mismatch]
  MPI_Finalize();
  return 0;
}
