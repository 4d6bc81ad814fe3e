// A request for every other rank, and the null request for the own one.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Request requests[64];
  int values[64], n = argc;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < size; ++i) {
    requests[i] = MPI_REQUEST_NULL;
    if (i != rank) MPI_Irecv(&values[i], 1, MPI_INT, i, 0, MPI_COMM_WORLD, &requests[i]);
  }
  for (int i = 0; i < size; ++i)
    if (i != rank) MPI_Send(&n, 1, MPI_INT, i, 0, MPI_COMM_WORLD);
  MPI_Waitall(size, requests, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
