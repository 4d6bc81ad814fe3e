// A wait for a vector of null requests.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

#include <vector>

int main(int argc, char **argv) {
  std::vector<MPI_Request> requests(3, MPI_REQUEST_NULL);
  MPI_Init(&argc, &argv);
  // CHECK: vector.cpp:[[@LINE+1]]:{{.*}}warning: MPI_Waitall is given a null request: there is nothing to complete [request-unmatched-wait]
  MPI_Waitall(3, requests.data(), MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
