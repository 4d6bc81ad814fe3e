// MPI_Precv_init overwrites the request of a started partitioned send.
// REQUIRES: mpich
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int values[4] = {0}, others[4] = {0};
  MPI_Request request, second;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Psend_init(values, 2, 2, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  // CHECK-DAG: partitioned.c:[[@LINE+1]]:{{.*}}error: the request of MPI_Psend_init is overwritten by that of MPI_Precv_init and never completed [request-overwrite]
  MPI_Start(&request);
  for (int i = 0; i < 2; ++i) MPI_Pready(i, request);
#ifdef OK
  MPI_Precv_init(others, 2, 2, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &second);
  MPI_Start(&second);
  MPI_Wait(&second, MPI_STATUS_IGNORE);
#else
  // CHECK-DAG: partitioned.c:[[@LINE+1]]:{{.*}}note: overwrites the request here
  MPI_Precv_init(others, 2, 2, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  MPI_Start(&request);
#endif
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
#ifdef OK
  MPI_Request_free(&second);
#endif
  MPI_Finalize();
  return 0;
}
