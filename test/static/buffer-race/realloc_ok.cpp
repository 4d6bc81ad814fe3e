// A vector that grows moves its elements to other memory.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

#include <vector>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  std::vector<int> got(4), sent(4);
  MPI_Request requests[2];
  MPI_Irecv(got.data(), 4, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(sent.data(), 4, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  got.resize(1000);
  MPI_Finalize();
  return 0;
}
