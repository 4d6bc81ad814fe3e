// A subarray that reaches outside its array.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Datatype type;
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Type_create_subarray(1, (int[]){4}, (int[]){2}, (int[]){2}, MPI_ORDER_C, MPI_INT, &type);
#else
  MPI_Type_create_subarray(1, (int[]){4}, (int[]){3}, (int[]){2}, MPI_ORDER_C, MPI_INT, &type);
  // BOTH: subarray.c:[[@LINE-1]]:3: error: array_of_starts of MPI_Type_create_subarray (argument 4) holds 2 as element 0, but 3 elements from there on reach beyond the 4 of the array [arg-other]
#endif
  MPI_Type_free(&type);
  MPI_Finalize();
  return 0;
}
