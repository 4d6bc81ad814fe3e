// REQUIRES: mpich
// RUN: %not66 %check %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int value = 0, other = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Bcast_init(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  // CHECK: collective.c:[[@LINE+3]]:{{.*}}error: the persistent operation of MPI_Bcast_init is started again before it is complete [request-double-start]
  // CHECK: collective.c:[[@LINE+1]]:{{.*}}note: is active since here
  MPI_Start(&request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
