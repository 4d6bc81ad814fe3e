// REQUIRES: mpich
// RUN: %not66 %check %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int values[8] = {0};
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK: partitioned.c:[[@LINE+1]]:{{.*}}error: buf of MPI_Psend_init (argument 1) points to integers of 4 bytes, but the datatype is MPI_FLOAT [buffer-type]
  MPI_Psend_init(values, 2, 4, MPI_FLOAT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
