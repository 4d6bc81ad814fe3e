// As many requests as the input says, completed by one MPI_Waitall.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Request requests[64];
  int values[64], n = argc;
  MPI_Init(&argc, &argv);
  for (int i = 0; i < n; ++i) MPI_Irecv(&values[i], 1, MPI_INT, MPI_ANY_SOURCE, i, MPI_COMM_WORLD, &requests[i]);
  MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
