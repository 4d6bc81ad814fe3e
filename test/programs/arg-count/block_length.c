// A negative block length of a datatype.
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
  const int length = 1;
#else
  const int length = -1;
#endif
  MPI_Type_vector(2, length, 2, MPI_INT, &type);
  // BOTH: block_length.c:[[@LINE-1]]:3: error: blocklength of MPI_Type_vector (argument 2) is -1, but must not be negative [arg-count]
  MPI_Type_free(&type);
  MPI_Finalize();
  return 0;
}
