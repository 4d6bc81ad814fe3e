// A wait makes a persistent request inactive; it still has to be freed.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=request-leak findings.0.severity=warning
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=request-leak findings.0.severity=warning
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json --cflags=-DOK %s 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %json-has %t.json findings.#=0
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json --cflags=-DOK %s 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %json-has %t.json findings.#=0
// OK-NOT: {{error|warning|note}}:
// OK: lockstep: no errors; 2 ranks
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    // CHECK: not_freed.c:[[@LINE+1]]:{{[0-9]+}}: warning: the persistent request of MPI_Send_init is never freed [request-leak]
    MPI_Send_init(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
#ifdef OK
    MPI_Request_free(&request);
#endif
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
