// A color is not negative. Which rank is first to be ended for it is up to the library.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=arg-other
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=arg-other
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Comm part;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank - 7, rank, &part);
  MPI_Comm_free(&part);
  MPI_Finalize();
  return 0;
}

// CHECK: negative_color.c:[[@LINE-6]]:{{[0-9]+}}: error: color of MPI_Comm_split (argument 2) is -{{[67]}}, but a color must not be negative [arg-other]
