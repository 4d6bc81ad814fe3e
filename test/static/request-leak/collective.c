// The request of a persistent broadcast is never freed.
// REQUIRES: mpich
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int value = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Init(&argc, &argv);
  // CHECK: collective.c:[[@LINE+1]]:{{.*}}warning: the persistent request of MPI_Bcast_init is never freed [request-leak]
  MPI_Bcast_init(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#ifdef OK
  MPI_Request_free(&request);
#endif
  MPI_Finalize();
  return 0;
}
