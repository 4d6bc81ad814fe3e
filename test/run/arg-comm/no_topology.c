// A neighborhood collective on MPI_COMM_WORLD, which has no topology.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=arg-comm
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=arg-comm
#include <mpi.h>

int main(int argc, char **argv) {
  int one = 1, all[8];
  MPI_Init(&argc, &argv);
  MPI_Neighbor_allgather(&one, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}

// CHECK: no_topology.c:[[@LINE-5]]:{{[0-9]+}}: error: comm of MPI_Neighbor_allgather (argument 7) is MPI_COMM_WORLD, which has no topology [arg-comm]
