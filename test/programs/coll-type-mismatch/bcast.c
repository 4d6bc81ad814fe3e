// A broadcast of integers is received as floats.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0;
  float other = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    // Difference: the sentence; check does not say which datatypes.
    // CHECK: bcast.c:[[@LINE-2]]:5: error: the ranks call MPI_Bcast with different datatypes [coll-type-mismatch]
    // RUNTIME: bcast.c:[[@LINE-3]]:5: error: ranks disagree on the datatype of MPI_Bcast on MPI_COMM_WORLD: rank 0 uses 1 x MPI_INT, rank 1 uses 1 x MPI_FLOAT [coll-type-mismatch]
  else
#ifdef OK
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
#else
    MPI_Bcast(&other, 1, MPI_FLOAT, 0, MPI_COMM_WORLD);
#endif
  (void)other;
  MPI_Finalize();
  return 0;
}
