// The request of a persistent broadcast is freed while the operation is active.
// REQUIRES: mpich
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int value = 0;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Bcast_init(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  // CHECK-DAG: persistent_collective.c:[[@LINE+1]]:{{.*}}error: the request of MPI_Bcast_init is freed before the operation is complete [request-missing-wait]
  MPI_Start(&request);
#ifdef OK
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
  // CHECK-DAG: persistent_collective.c:[[@LINE+1]]:{{.*}}note: frees the request here
  MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
