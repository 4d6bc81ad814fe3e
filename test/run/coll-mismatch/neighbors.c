// Rank 1 has two neighborhood collectives in the other order.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 3 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-mismatch findings.0.severity=error
// RUN: %not66 %lockstep run --mpi openmpi -n 3 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-mismatch findings.0.severity=error
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
  if (rank == 1) MPI_Neighbor_alltoall(sent, 1, MPI_INT, received, 1, MPI_INT, ring);
  MPI_Neighbor_allgather(sent, 1, MPI_INT, received, 1, MPI_INT, ring);
  if (rank != 1) MPI_Neighbor_alltoall(sent, 1, MPI_INT, received, 1, MPI_INT, ring);
  MPI_Comm_free(&ring);
  MPI_Finalize();
}

// CHECK: error: ranks disagree on the collective on the communicator of ranks 0-2: rank{{.*}} MPI_Neighbor_allgather, rank 1 calls MPI_Neighbor_alltoall [coll-mismatch]
