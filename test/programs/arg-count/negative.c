// The count of a call is negative.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int value = 0;
  MPI_Init(&argc, &argv);
#ifdef OK
  const int count = 0;
#else
  const int count = -1;
#endif
  MPI_Bcast(&value, count, MPI_INT, 0, MPI_COMM_WORLD);
  // BOTH: negative.c:[[@LINE-1]]:3: error: count of MPI_Bcast (argument 2) is -1, but must not be negative [arg-count]
  MPI_Finalize();
  return 0;
}
