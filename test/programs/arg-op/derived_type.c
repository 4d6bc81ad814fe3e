// A predefined operation on a derived type.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int values[2] = {0}, sums[2];
  MPI_Datatype pair;
  MPI_Init(&argc, &argv);
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
#ifdef OK
  MPI_Allreduce(values, sums, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
#else
  MPI_Allreduce(values, sums, 1, pair, MPI_SUM, MPI_COMM_WORLD);
  // BOTH: derived_type.c:[[@LINE-1]]:3: error: op of MPI_Allreduce (argument 5) is MPI_SUM, which does not take derived datatypes [arg-op]
#endif
  MPI_Type_free(&pair);
  MPI_Finalize();
  return 0;
}
