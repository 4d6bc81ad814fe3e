// A partitioned send of MPI_FLOAT from integers; their signedness may differ.
// REQUIRES: mpich
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: error:
// OK: is freed but never started [request-missing-start]
// OK: lockstep: 1 warning;
#include <mpi.h>

int main(int argc, char **argv) {
  int values[8] = {0};
  MPI_Request request;
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Psend_init(values, 2, 4, MPI_UNSIGNED, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
#else
  // CHECK: partitioned.c:[[@LINE+1]]:{{.*}}error: buf of MPI_Psend_init (argument 1) points to integers of 4 bytes, but the datatype is MPI_FLOAT [buffer-type]
  MPI_Psend_init(values, 2, 4, MPI_FLOAT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
#endif
  MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
