// A store to what a pending neighborhood collective sends; what lies behind the part of the last neighbor is free.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, out[2] = {0}, in[2];
  MPI_Comm ring;
  MPI_Request exchange;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int other = 1 - rank;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &other, MPI_UNWEIGHTED, 1, &other, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                 &ring);
  MPI_Ineighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, ring, &exchange);
#ifdef OK
  out[1] = 1;
#else
  out[0] = 1;
  // BOTH: neighbors.c:[[@LINE-1]]:10: error: the store writes to a buffer that a pending MPI_Ineighbor_alltoall still reads [buffer-race]
#endif
  MPI_Wait(&exchange, MPI_STATUS_IGNORE);
  MPI_Comm_free(&ring);
  MPI_Finalize();
  return 0;
}
