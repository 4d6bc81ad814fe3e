// The buffer ends with the function that sends it.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

static void announce(int what, int to, MPI_Request *request) {
  int message = what;
  // CHECK-DAG: returns.c:[[@LINE+1]]:{{.*}}note: in flight since here
  MPI_Isend(&message, 1, MPI_INT, to, 0, MPI_COMM_WORLD, request);
  // CHECK-DAG: returns.c:[[@LINE+1]]:{{.*}}error: the function returns while a pending MPI_Isend still uses its local variable [buffer-race]
}

int main(int argc, char **argv) {
  int rank, size;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  announce(rank, (rank + 1) % size, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
