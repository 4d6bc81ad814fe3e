// The first rank receives nothing from an exclusive scan: its receive buffer is not significant, so it may use it.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 1, before;
  MPI_Request scan;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Iexscan(&value, &before, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &scan);
#ifdef OK
  if (rank == 0) before = 0;
#else
  before = 0;
  // BOTH: exscan_first_rank.c:[[@LINE-1]]:10: error: the store writes to a buffer that a pending MPI_Iexscan also writes to [buffer-race]
#endif
  MPI_Wait(&scan, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return before < 0;
}
