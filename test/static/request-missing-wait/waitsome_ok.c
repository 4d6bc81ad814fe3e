// A loop of MPI_Waitsome counts the completed requests until none is left.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int size;
  MPI_Request requests[64];
  int values[64];
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int left = size, done, indices[64];
  for (int i = 0; i < size; ++i) MPI_Irecv(&values[i], 1, MPI_INT, i, 0, MPI_COMM_WORLD, &requests[i]);
  while (left > 0) {
    MPI_Waitsome(size, requests, &done, indices, MPI_STATUSES_IGNORE);
    for (int i = 0; i < done; ++i) values[indices[i]] += 1;
    left -= done;
  }
  MPI_Finalize();
  return 0;
}
