// A single test completes the operation only where its flag is true.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Request request = MPI_REQUEST_NULL;
  int flag;
  MPI_Init(&argc, &argv);
  // CHECK: test_once_warning.c:[[@LINE+1]]:{{.*}}warning: the operation of MPI_Ibarrier is never completed [request-missing-wait]
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
