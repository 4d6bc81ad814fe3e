// A copy of the handle outlives the communicator.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=arg-comm
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=arg-comm
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Comm comm, copy;
  MPI_Init(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  copy = comm;
  MPI_Comm_free(&comm);
  MPI_Barrier(copy);
  MPI_Finalize();
  return 0;
}

// CHECK: freed.c:[[@LINE-5]]:{{[0-9]+}}: error: comm of MPI_Barrier (argument 1) is not a valid communicator: freed or never created [arg-comm]
