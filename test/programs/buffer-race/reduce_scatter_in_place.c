// A reduce-scatter in place reads all parts of its buffer, not only the own one.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int values[2] = {0};
  MPI_Request reduce;
  MPI_Init(&argc, &argv);
  MPI_Ireduce_scatter_block(MPI_IN_PLACE, values, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &reduce);
#ifdef OK
  MPI_Wait(&reduce, MPI_STATUS_IGNORE);
  values[1] = 1;
#else
  values[1] = 1;
  // BOTH: reduce_scatter_in_place.c:[[@LINE-1]]:13: error: the store writes to a buffer that a pending MPI_Ireduce_scatter_block still reads [buffer-race]
  MPI_Wait(&reduce, MPI_STATUS_IGNORE);
#endif
  MPI_Finalize();
  return 0;
}
