// Persistent requests are started together and completed one by one, twice.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int got[3], sent[3] = {0}, index;
  MPI_Request requests[6];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < 3; ++i) {
    MPI_Recv_init(&got[i], 1, MPI_INT, (rank + size - 1) % size, i, MPI_COMM_WORLD, &requests[i]);
    MPI_Send_init(&sent[i], 1, MPI_INT, (rank + 1) % size, i, MPI_COMM_WORLD, &requests[3 + i]);
  }
  for (int round = 0; round < 2; ++round) {
    MPI_Startall(6, requests);
    for (int i = 0; i < 6; ++i) MPI_Waitany(6, requests, &index, MPI_STATUS_IGNORE);
    for (int i = 0; i < 3; ++i) sent[i] = got[i];
  }
  for (int i = 0; i < 6; ++i) MPI_Request_free(&requests[i]);
  MPI_Finalize();
  return 0;
}
