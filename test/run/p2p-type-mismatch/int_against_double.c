// Four integers received as two doubles.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=p2p-type-mismatch
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=p2p-type-mismatch
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int values[4] = {0};
  double received[2];
  if (rank == 0)
    MPI_Send(values, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
  else
    MPI_Recv(received, 2, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}

// CHECK: int_against_double.c:{{[0-9]+}}:{{[0-9]+}}: error: rank 0 sends 4 x MPI_INT to rank 1, which receives it as 2 x MPI_DOUBLE: {{.*}} [p2p-type-mismatch]
