// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int value = 0, other = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK: p2p.c:[[@LINE+1]]:{{.*}}warning: the persistent operation of MPI_Recv_init is waited for but never started [request-missing-start]
  MPI_Recv_init(&value, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
  // CHECK: p2p.c:[[@LINE+1]]:{{.*}}note: is waited for here
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
