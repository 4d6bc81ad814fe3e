// Freeing the request of a collective does not complete it.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Init(&argc, &argv);
  // CHECK: freed.c:[[@LINE+1]]:{{.*}}error: the request of MPI_Ibarrier is freed before the operation is complete [request-missing-wait]
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  // CHECK: freed.c:[[@LINE+1]]:{{.*}}note: frees the request here
  MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
