// The loop of waits has one iteration less than the loop of receives.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int size;
  MPI_Request requests[64];
  int values[64];
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK: loop_too_short.c:[[@LINE+1]]:{{.*}}error: the operation of MPI_Irecv is never completed [request-missing-wait]
  for (int i = 0; i < size; ++i) MPI_Irecv(&values[i], 1, MPI_INT, i, 0, MPI_COMM_WORLD, &requests[i]);
  MPI_Waitall(size - 1, requests, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
