// On a periodic ring of two ranks both neighbors are the same rank: of the three elements along each edge, one receive
// takes two. With -DOK the counts fit, whichever edges the library pairs.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-count-mismatch findings.0.severity=error
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json --cflags=-DOK %s
// RUN: %json-has %t.json findings.#=0 outcome.status=exited
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json --cflags=-DOK %s
// RUN: %json-has %t.json findings.#=0 outcome.status=exited
#include <mpi.h>

int main(int argc, char **argv) {
  int size, periodic = 1, sent[6] = {0}, received[6];
  MPI_Comm ring;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
#ifdef OK
  const int expected[2] = {3, 3};
#else
  const int expected[2] = {2, 3};
#endif
  MPI_Neighbor_alltoallv(sent, (int[]){3, 3}, (int[]){0, 3}, MPI_INT, received, expected, (int[]){0, 3}, MPI_INT, ring);
  MPI_Comm_free(&ring);
  MPI_Finalize();
}

// CHECK: error: ranks disagree on the amount of data of MPI_Neighbor_alltoallv on the communicator of ranks 0-1: rank 0
// sends 3 x MPI_INT to rank 1, which expects 2 x MPI_INT (and so in 2 of the pairs) [coll-count-mismatch]
