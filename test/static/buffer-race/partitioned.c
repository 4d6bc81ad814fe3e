// A store to a partition after MPI_Pready; before it the partition is free.
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
  MPI_Psend_init(values, 2, 4, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  values[0] = 1;
  // CHECK-DAG: partitioned.c:[[@LINE+1]]:{{.*}}note: pending since here
  MPI_Pready(0, request);
  values[4] = 2;
  // CHECK-DAG: partitioned.c:[[@LINE+1]]:{{.*}}error: the store writes to a buffer that a pending MPI_Psend_init still reads [buffer-race]
  values[3] = 3;
  MPI_Pready(1, request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
