// At the end of a line nothing is exchanged with the neighbor that does not exist: its part of the buffer is free.
// RUN: %check %s 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, isRing = 0, out[2] = {0}, in[2], counts[2] = {1, 1}, places[2] = {0, 1};
  MPI_Comm line;
  MPI_Request exchange;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &isRing, 0, &line);
  MPI_Comm_rank(line, &rank);
  MPI_Ineighbor_alltoallv(out, counts, places, MPI_INT, in, counts, places, MPI_INT, line, &exchange);
#ifdef OK
  if (rank == 0) out[0] = 1;
#else
  if (rank == 0) out[1] = 1;
  // Difference: check does not know the neighbors on a grid.
  // RUNTIME: neighbor_without_process.c:[[@LINE-2]]:25: error: the store writes to a buffer that a pending MPI_Ineighbor_alltoallv still reads [buffer-race]
  // CHECK: lockstep: no errors
#endif
  MPI_Wait(&exchange, MPI_STATUS_IGNORE);
  MPI_Comm_free(&line);
  MPI_Finalize();
  return 0;
}
