// A broadcast of more bytes than were allocated.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <stdlib.h>
#include <mpi.h>

int main(int argc, char **argv) {
  int *values = calloc(4, sizeof *values);
  MPI_Init(&argc, &argv);
#ifdef OK
  const int count = 4;
#else
  const int count = 5;
#endif
  MPI_Bcast(values, count, MPI_INT, 0, MPI_COMM_WORLD);
  // BOTH: heap.c:[[@LINE-1]]:3: error: buffer of MPI_Bcast (argument 1) points to 16 bytes of memory, but the call accesses 20 [buffer-overflow]
  free(values);
  MPI_Finalize();
  return 0;
}
