// A datatype is used before it is committed.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int values[2] = {0};
  MPI_Datatype pair;
  MPI_Init(&argc, &argv);
  MPI_Type_contiguous(2, MPI_INT, &pair);
#ifdef OK
  MPI_Type_commit(&pair);
#endif
  MPI_Bcast(values, 1, pair, 0, MPI_COMM_WORLD);
  // BOTH: not_committed.c:[[@LINE-1]]:3: error: datatype of MPI_Bcast (argument 3) is a datatype that is not committed [arg-datatype]
  MPI_Type_free(&pair);
  MPI_Finalize();
  return 0;
}
