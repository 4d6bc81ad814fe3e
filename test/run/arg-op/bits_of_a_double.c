// Bitwise operations are not defined for floating-point types.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=arg-op
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=arg-op
#include <mpi.h>

int main(int argc, char **argv) {
  double value = 1, result = 0;
  MPI_Init(&argc, &argv);
  MPI_Allreduce(&value, &result, 1, MPI_DOUBLE, MPI_BAND, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}

// CHECK: bits_of_a_double.c:[[@LINE-5]]:{{[0-9]+}}: error: op of MPI_Allreduce (argument 5) is MPI_BAND, which is not defined for MPI_DOUBLE [arg-op]
