// A negative element in an array of block lengths.
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
  MPI_Type_indexed(2, (int[]){1, 0}, (int[]){0, 2}, MPI_INT, &type);
#else
  MPI_Type_indexed(2, (int[]){1, -1}, (int[]){0, 2}, MPI_INT, &type);
  // BOTH: indexed.c:[[@LINE-1]]:3: error: array_of_blocklengths of MPI_Type_indexed (argument 2) holds -1 as element 1, but no element may be negative [arg-count]
#endif
  MPI_Type_free(&type);
  MPI_Finalize();
  return 0;
}
