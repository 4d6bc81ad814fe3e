// One pair of ranks disagrees in a table of counts.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 3 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-count-mismatch
// RUN: %not66 %lockstep run --mpi openmpi -n 3 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-count-mismatch
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int sent[9] = {0}, received[9] = {0}, counts[3] = {1, 1, 1}, places[3] = {0, 3, 6}, taken[3] = {1, 1, 1};
  if (rank == 2) taken[1] = 2;
  MPI_Alltoallv(sent, counts, places, MPI_INT, received, taken, places, MPI_INT, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}

// CHECK: alltoallv_pair.c:{{[0-9]+}}:{{[0-9]+}}: error: {{.*}} rank 1 sends 1 x MPI_INT to rank 2, which expects 2 x MPI_INT [coll-count-mismatch]
