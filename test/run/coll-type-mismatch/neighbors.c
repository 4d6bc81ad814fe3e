// What rank 0 sends to its right neighbor is expected as another type.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 3 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-type-mismatch findings.0.severity=error
// RUN: %not66 %lockstep run --mpi openmpi -n 3 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-type-mismatch findings.0.severity=error
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, left, right, sent[4] = {0};
  char received[16];
  MPI_Comm ring;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  left = (rank + 2) % 3;
  right = (rank + 1) % 3;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &left, MPI_UNWEIGHTED, 1, &right, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                 &ring);
  const MPI_Datatype type = rank == 1 ? MPI_FLOAT : MPI_INT;
  MPI_Neighbor_allgather(sent, 2, MPI_INT, received, 2, type, ring);
  MPI_Comm_free(&ring);
  MPI_Finalize();
}

// CHECK: error: ranks disagree on the datatype of MPI_Neighbor_allgather on the communicator of ranks 0-2: rank 0 sends 2 x MPI_INT to rank 1, which expects 2 x MPI_FLOAT [coll-type-mismatch]
