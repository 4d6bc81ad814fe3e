// A split leaves rank 1 without a communicator, but it uses it all the same.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=arg-comm
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=arg-comm
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Comm part;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? 0 : MPI_UNDEFINED, rank, &part);
  MPI_Barrier(part);
  if (part != MPI_COMM_NULL) MPI_Comm_free(&part);
  MPI_Finalize();
  return 0;
}

// CHECK: null.c:[[@LINE-6]]:{{[0-9]+}}: error: comm of MPI_Barrier (argument 1) is MPI_COMM_NULL [arg-comm]
