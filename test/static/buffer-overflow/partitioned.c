// Two partitions of four integers each do not fit into six integers.
// REQUIRES: mpich
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: error:
// OK: is freed but never started [request-missing-start]
// OK: lockstep: 1 warning;
#include <mpi.h>

int main(int argc, char **argv) {
  int values[6];
  MPI_Request request;
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Precv_init(values, 2, 3, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
#else
  // CHECK: partitioned.c:[[@LINE+1]]:{{.*}}error: buf of MPI_Precv_init (argument 1) points to 24 bytes of memory, but the call accesses 32 [buffer-overflow]
  MPI_Precv_init(values, 2, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
#endif
  MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
