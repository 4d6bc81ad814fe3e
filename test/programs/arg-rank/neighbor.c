// A neighbor that the communicator does not have.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Comm ring;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
#ifdef OK
  const int next[1] = {(rank + 1) % size}, before[1] = {(rank + size - 1) % size};
#else
  const int next[1] = {size}, before[1] = {0};
#endif
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, before, MPI_UNWEIGHTED, 1, next, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                 &ring);
  // BOTH: neighbor.c:[[@LINE-2]]:3: error: destinations of MPI_Dist_graph_create_adjacent (argument 6) holds 2 as element 0, but MPI_COMM_WORLD has ranks 0 to 1 [arg-rank]
  MPI_Comm_free(&ring);
  MPI_Finalize();
  return 0;
}
