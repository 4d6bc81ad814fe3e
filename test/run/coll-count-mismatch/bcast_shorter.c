// The other rank receives less than the root sends; the library may let it through, or end the job at once.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-count-mismatch
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-count-mismatch
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int values[4] = {0};
  MPI_Bcast(values, rank == 0 ? 4 : 2, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}

// CHECK: bcast_shorter.c:{{[0-9]+}}:{{[0-9]+}}: error: ranks disagree on the amount of data of MPI_Bcast on MPI_COMM_WORLD: rank 0 uses 4 x MPI_INT, rank 1 uses 2 x MPI_INT [coll-count-mismatch]
