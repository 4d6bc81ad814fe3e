// A persistent broadcast is started twice without a wait between.
// REQUIRES: mpich
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int value = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Init(&argc, &argv);
  MPI_Bcast_init(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  // CHECK: collective.c:[[@LINE+6]]:{{.*}}error: the persistent operation of MPI_Bcast_init is started again before it is complete [request-double-start]
  // CHECK: collective.c:[[@LINE+1]]:{{.*}}note: is active since here
  MPI_Start(&request);
#ifdef OK
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
