// The second send overwrites the request of the first, which can never be completed then.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=request-overwrite findings.0.severity=error
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=request-overwrite findings.0.severity=error
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, values[2] = {0, 0};
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Isend(&values[0], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Isend(&values[1], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    for (int i = 0; i < 2; ++i) MPI_Recv(&values[i], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}

// CHECK: second_isend.c:[[@LINE-10]]:{{[0-9]+}}: error: the request of MPI_Isend is overwritten by that of MPI_Isend and never completed [request-overwrite]
// CHECK: second_isend.c:[[@LINE-10]]:{{[0-9]+}}: note: overwrites the request here
