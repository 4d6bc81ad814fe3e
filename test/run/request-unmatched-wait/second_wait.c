// The second wait has nothing to wait for: allowed, a note of both the run and the static check.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -v -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=request-unmatched-wait findings.0.severity=note
// RUN: %lockstep run --mpi openmpi -v -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=request-unmatched-wait findings.0.severity=note
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}

// CHECK: second_wait.c:[[@LINE-8]]:{{[0-9]+}}: note: MPI_Wait is given a null request: there is nothing to complete [request-unmatched-wait]
