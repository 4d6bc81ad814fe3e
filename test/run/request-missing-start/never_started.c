// A persistent send that is waited for but never started: the message is not sent.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=request-missing-start findings.0.severity=warning
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=request-missing-start findings.0.severity=warning
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Send_init(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
  }
  MPI_Finalize();
  return 0;
}

// CHECK: never_started.c:[[@LINE-8]]:{{[0-9]+}}: warning: the persistent operation of MPI_Send_init is waited for but never started [request-missing-start]
// CHECK: never_started.c:[[@LINE-8]]:{{[0-9]+}}: note: is waited for here
