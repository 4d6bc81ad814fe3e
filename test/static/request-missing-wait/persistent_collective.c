// REQUIRES: mpich
// RUN: %not66 %check %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int value = 0;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Bcast_init(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  // CHECK-DAG: persistent_collective.c:[[@LINE+1]]:{{.*}}error: the request of MPI_Bcast_init is freed before the operation is complete [request-missing-wait]
  MPI_Start(&request);
  // CHECK-DAG: persistent_collective.c:[[@LINE+1]]:{{.*}}note: frees the request here
  MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
