// MPI_Start of a request in a vector that MPI_Startall has started as a whole.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

#include <vector>

int main(int argc, char **argv) {
  std::vector<MPI_Request> requests(2);
  int values[2] = {0, 0};
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 2; ++i)
    MPI_Recv_init(&values[i], 1, MPI_INT, MPI_ANY_SOURCE, i, MPI_COMM_WORLD, &requests[i]);
  // CHECK: vector.cpp:[[@LINE+3]]:{{.*}}error: the persistent operation of MPI_Recv_init is started again before it is complete [request-double-start]
  // CHECK: vector.cpp:[[@LINE+1]]:{{.*}}note: is active since here
  MPI_Startall(2, requests.data());
  MPI_Start(&requests[1]);
  MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE);
  for (MPI_Request &request : requests) MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
