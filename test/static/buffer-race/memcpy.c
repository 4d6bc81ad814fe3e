// memset of an element that a pending send reads.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv) {
  int rank, size;
  int values[8];
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK-DAG: memcpy.c:[[@LINE+1]]:{{.*}}note: pending since here
  MPI_Isend(values, 8, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
  // CHECK-DAG: memcpy.c:[[@LINE+1]]:{{.*}}error: the store writes to a buffer that a pending MPI_Isend still reads [buffer-race]
  memset(values + 7, 0, sizeof(int));
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
