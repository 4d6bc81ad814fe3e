// Derived and basic types with the same signature match, with another signature they do not.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <stdint.h>
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  double value[2] = {0, 0};
  int64_t other[2];
  MPI_Datatype pair;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef OK
  MPI_Type_contiguous(2, MPI_DOUBLE, &pair);
#else
  MPI_Type_contiguous(2, MPI_INT64_T, &pair);
#endif
  MPI_Type_commit(&pair);
  if (rank == 0)
    MPI_Bcast(value, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    // BOTH: derived.c:[[@LINE-1]]:5: error: ranks disagree on the datatype of MPI_Bcast on MPI_COMM_WORLD: rank 0 uses 2 x MPI_DOUBLE, rank 1 uses 1 x a derived type of 2 x MPI_INT64_T [coll-type-mismatch]
  else
#ifdef OK
    MPI_Bcast(value, 1, pair, 0, MPI_COMM_WORLD);
#else
    MPI_Bcast(other, 1, pair, 0, MPI_COMM_WORLD);
#endif
  (void)other;
  MPI_Type_free(&pair);
  MPI_Finalize();
  return 0;
}
