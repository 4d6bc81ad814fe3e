// Between the initialization and the start the buffer is free.
// REQUIRES: mpich
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int value = 0;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Bcast_init(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  value = rank;
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  value = 1;
  MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
