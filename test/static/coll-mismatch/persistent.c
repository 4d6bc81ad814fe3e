// MPI_Barrier_init on one side matches neither the blocking nor the nonblocking barrier on the other.
// RUN: %not66 %check %s -- -DBLOCKING 2>&1 | FileCheck %s --check-prefix=BLOCKING
// RUN: %not66 %check %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    // BLOCKING: persistent.c:[[@LINE+2]]:5: error: MPI_Barrier_init on some ranks meets MPI_Barrier on others
    // CHECK: persistent.c:[[@LINE+1]]:5: error: MPI_Barrier_init on some ranks meets MPI_Ibarrier on others
    MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
  } else {
#ifdef BLOCKING
    MPI_Barrier(MPI_COMM_WORLD);
#else
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
  }
  MPI_Finalize();
  return 0;
}
