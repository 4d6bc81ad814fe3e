// The root of a broadcast is the number of ranks, one more than the last rank.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=arg-root
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=arg-root
#include <mpi.h>

int main(int argc, char **argv) {
  int size, value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Bcast(&value, 1, MPI_INT, size, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}

// CHECK: outside.c:[[@LINE-5]]:{{[0-9]+}}: error: root of MPI_Bcast (argument 4) is 2, but MPI_COMM_WORLD has ranks 0 to 1 [arg-root]
