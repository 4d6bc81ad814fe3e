// A request is not completed where the command line has fewer than three words: a warning.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Request requests[64];
  int values[64], n = argc;
  MPI_Init(&argc, &argv);
  // CHECK: short_loop_warning.c:[[@LINE+1]]:{{.*}}warning: the operation of MPI_Irecv is never completed [request-missing-wait]
  for (int i = 0; i < 3; ++i) MPI_Irecv(&values[i], 1, MPI_INT, MPI_ANY_SOURCE, i, MPI_COMM_WORLD, &requests[i]);
  for (int i = 0; i < n; ++i) MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
