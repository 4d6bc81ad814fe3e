// Rank 2 gets less from its left neighbor on a ring than that one sends.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 3 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-count-mismatch findings.0.severity=error
// RUN: %not66 %lockstep run --mpi openmpi -n 3 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-count-mismatch findings.0.severity=error
// RUN: %lockstep run --mpi mpich -n 3 --timeout 60 --json %t.json --cflags=-DOK %s
// RUN: %json-has %t.json findings.#=0 outcome.status=exited
// RUN: %lockstep run --mpi openmpi -n 3 --timeout 60 --json %t.json --cflags=-DOK %s
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
#ifdef OK
  const int expected = counts[left];
#else
  const int expected = rank == 2 ? 1 : counts[left];
#endif
  MPI_Neighbor_alltoallv(sent, &counts[rank], &place, MPI_INT, received, &expected, &place, MPI_INT, ring);
  MPI_Comm_free(&ring);
  MPI_Finalize();
}

// CHECK: error: ranks disagree on the amount of data of MPI_Neighbor_alltoallv on the communicator of ranks 0-2: rank 1 sends 2 x MPI_INT to rank 2, which expects 1 x MPI_INT [coll-count-mismatch]
