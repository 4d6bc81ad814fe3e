// The displacements of MPI_Ineighbor_alltoallw count bytes: what it sends begins at the second element.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, out[2] = {0}, in[2], one = 1;
  MPI_Aint place = sizeof(int);
  MPI_Datatype type = MPI_INT;
  MPI_Comm ring;
  MPI_Request exchange;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int other = 1 - rank;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &other, MPI_UNWEIGHTED, 1, &other, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                 &ring);
  MPI_Ineighbor_alltoallw(out, &one, &place, &type, in, &one, &place, &type, ring, &exchange);
#ifdef OK
  out[0] = 1;
#else
  out[1] = 1;
  // BOTH: neighbor_displacements.c:[[@LINE-1]]:10: error: the store writes to a buffer that a pending MPI_Ineighbor_alltoallw still reads [buffer-race]
#endif
  MPI_Wait(&exchange, MPI_STATUS_IGNORE);
  MPI_Comm_free(&ring);
  MPI_Finalize();
  return 0;
}
