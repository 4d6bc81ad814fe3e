// Every rank sends another amount to its right neighbor, which expects just that.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 3 --timeout 60 --json %t.json %s
// RUN: %json-has %t.json findings.#=0 outcome.status=exited
// RUN: %lockstep run --mpi openmpi -n 3 --timeout 60 --json %t.json %s
// RUN: %json-has %t.json findings.#=0 outcome.status=exited
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, left, right, sent[4] = {0}, received[4];
  MPI_Comm ring;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  left = (rank + 2) % 3;
  right = (rank + 1) % 3;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &left, MPI_UNWEIGHTED, 1, &right, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                 &ring);
  const int counts[3] = {1, 2, 3}, place = 0;
  const int expected = counts[left];
  MPI_Neighbor_alltoallv(sent, &counts[rank], &place, MPI_INT, received, &expected, &place, MPI_INT, ring);
  MPI_Comm_free(&ring);
  MPI_Finalize();
}
