// Both sides initiate the same persistent collective, and all ranks start it.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: coll-
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  else
    MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
