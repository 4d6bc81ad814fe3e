// A blocking collective does not match its nonblocking form.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// CHECK: error: MPI_Barrier on some ranks meets MPI_Ibarrier on others [coll-mismatch]
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Barrier(MPI_COMM_WORLD);
  } else {
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
