// A partitioned send is started and never completed.
// REQUIRES: mpich
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int values[8] = {0};
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Psend_init(values, 2, 4, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  // CHECK: partitioned.c:[[@LINE+1]]:{{.*}}error: the operation of MPI_Psend_init is never completed [request-missing-wait]
  MPI_Start(&request);
  MPI_Pready_range(0, 1, request);
#ifdef OK
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
#endif
  MPI_Finalize();
  return 0;
}
