// A receive for every element of a vector, all with the same request.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

#include <vector>

int main(int argc, char **argv) {
  std::vector<int> values(4);
  MPI_Request request;
  MPI_Init(&argc, &argv);
  for (int &value : values)
    // CHECK: vector.cpp:[[@LINE+1]]:{{.*}}error: the request of MPI_Irecv is overwritten by that of MPI_Irecv and never completed [request-overwrite]
    MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
