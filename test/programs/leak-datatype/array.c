// Of an array of datatypes the last is not freed.
// RUN: %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Datatype types[3];
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 3; ++i) MPI_Type_contiguous(i + 1, MPI_INT, &types[i]);
  // BOTH: array.c:[[@LINE-1]]:31: warning: the datatype that MPI_Type_contiguous makes here is never freed [leak-datatype]
#ifdef OK
  const int freed = 3;
#else
  const int freed = 2;
#endif
  for (int i = 0; i < freed; ++i) MPI_Type_free(&types[i]);
  MPI_Finalize();
  return 0;
}
