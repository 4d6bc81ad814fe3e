// The array of counts belongs to a pending MPI_Ialltoallv, too.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int out[2] = {0}, in[2], counts[2] = {1, 1}, places[2] = {0, 1};
  MPI_Request exchange;
  MPI_Init(&argc, &argv);
  MPI_Ialltoallv(out, counts, places, MPI_INT, in, (int[]){1, 1}, (int[]){0, 1}, MPI_INT, MPI_COMM_WORLD, &exchange);
#ifdef OK
  MPI_Wait(&exchange, MPI_STATUS_IGNORE);
  counts[0] = 0;
#else
  counts[0] = 0;
  // BOTH: counts_of_alltoallv.c:[[@LINE-1]]:13: error: the store writes to a buffer that a pending MPI_Ialltoallv still reads [buffer-race]
  MPI_Wait(&exchange, MPI_STATUS_IGNORE);
#endif
  MPI_Finalize();
  return 0;
}
