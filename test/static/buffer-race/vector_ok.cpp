// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

#include <vector>

int main(int argc, char **argv) {
  int rank, size;
  std::vector<int> values(4), others;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int beside[1][4] = {{0}};
  MPI_Request sent[1];
  MPI_Isend(beside[0], 4, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &sent[0]);
  MPI_Irecv(values.data(), 4, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
  others = std::vector<int>(100);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Waitall(1, sent, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
