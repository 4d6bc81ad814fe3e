// One rank receives the broadcast as another type of the same size; no library notices.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 3 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-type-mismatch
// RUN: %not66 %lockstep run --mpi openmpi -n 3 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-type-mismatch
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  char values[16] = {0};
  MPI_Bcast(values, 4, rank == 2 ? MPI_FLOAT : MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}

// CHECK: int_against_float.c:{{[0-9]+}}:{{[0-9]+}}: error: ranks disagree on the datatype of MPI_Bcast on MPI_COMM_WORLD: ranks 0-1 use 4 x MPI_INT, rank 2 uses 4 x MPI_FLOAT [coll-type-mismatch]
