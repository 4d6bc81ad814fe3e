// Partitions are written before they are declared ready, and read once they have arrived.
// REQUIRES: mpich
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int values[8] = {0};
  MPI_Request request;
  int flag = 0, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Psend_init(values, 2, 4, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  for (int p = 0; p < 2; ++p) {
    for (int i = 0; i < 4; ++i) values[4 * p + i] = i;
    MPI_Pready(p, request);
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Precv_init(values, 2, 4, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  while (!flag) MPI_Parrived(request, 0, &flag);
  sum += values[0];
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
