// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int values[8];
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK-DAG: halves.c:[[@LINE+1]]:{{.*}}note: in flight since here
  MPI_Irecv(values, 4, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
  // CHECK-DAG: halves.c:[[@LINE+1]]:{{.*}}error: the store writes to a buffer that a pending MPI_Irecv also writes to [buffer-race]
  for (int i = 3; i < 8; ++i) values[i] = i;
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
