// A partitioned receive is waited for but never started.
// REQUIRES: mpich
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int values[8];
  MPI_Request request;
  MPI_Init(&argc, &argv);
  // CHECK: partitioned.c:[[@LINE+1]]:{{.*}}warning: the persistent operation of MPI_Precv_init is waited for but never started [request-missing-start]
  MPI_Precv_init(values, 2, 4, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
#ifdef OK
  MPI_Start(&request);
#endif
  // CHECK: partitioned.c:[[@LINE+1]]:{{.*}}note: is waited for here
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
