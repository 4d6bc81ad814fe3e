// Bytes received as integers: forbidden, but harmless.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-type-mismatch
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-type-mismatch
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int values[4] = {0};
  if (rank == 0)
    MPI_Bcast(values, 16, MPI_BYTE, 0, MPI_COMM_WORLD);
  else
    MPI_Bcast(values, 4, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}

// CHECK: bytes.c:{{[0-9]+}}:{{[0-9]+}}: warning: {{.*}} rank 0 uses 16 x MPI_BYTE, rank 1 uses 4 x MPI_INT [coll-type-mismatch]
