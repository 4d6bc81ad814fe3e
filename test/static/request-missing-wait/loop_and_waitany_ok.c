// As many requests as ranks, completed one by one by MPI_Waitany.
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
  for (int i = 0; i < size; ++i) MPI_Irecv(&values[i], 1, MPI_INT, i, 0, MPI_COMM_WORLD, &requests[i]);
  for (int i = 0; i < size; ++i) {
    int index;
    MPI_Waitany(size, requests, &index, MPI_STATUS_IGNORE);
    values[index] += 1;
  }
  MPI_Finalize();
  return 0;
}
