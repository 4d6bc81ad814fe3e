// The request of a partitioned receive is never freed.
// REQUIRES: mpich
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int values[8];
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK: partitioned.c:[[@LINE+1]]:{{.*}}warning: the persistent request of MPI_Precv_init is never freed [request-leak]
  MPI_Precv_init(values, 2, 4, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#ifdef OK
  MPI_Request_free(&request);
#endif
  MPI_Finalize();
  return 0;
}
