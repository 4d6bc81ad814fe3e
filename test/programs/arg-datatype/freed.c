// A copy of a datatype is used after the type was freed.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int values[2] = {0};
  MPI_Datatype pair, copy;
  MPI_Init(&argc, &argv);
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  copy = pair;
#ifdef OK
  MPI_Bcast(values, 1, copy, 0, MPI_COMM_WORLD);
  MPI_Type_free(&pair);
#else
  MPI_Type_free(&pair);
  MPI_Bcast(values, 1, copy, 0, MPI_COMM_WORLD);
  // Difference: check knows that the datatype was freed, the run only that the handle is not valid.
  // CHECK: freed.c:[[@LINE-2]]:3: error: datatype of MPI_Bcast (argument 3) is a datatype that was freed before [arg-datatype]
  // RUNTIME: freed.c:[[@LINE-3]]:3: error: datatype of MPI_Bcast (argument 3) is not a valid datatype: freed or never created [arg-datatype]
#endif
  MPI_Finalize();
  return 0;
}
