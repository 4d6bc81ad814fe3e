// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, size;
  int *values = malloc(8 * sizeof(int));
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK-DAG: freed.c:[[@LINE+1]]:{{.*}}note: in flight since here
  MPI_Irecv(values, 8, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
  // CHECK-DAG: freed.c:[[@LINE+1]]:{{.*}}error: memory is freed while a pending MPI_Irecv still uses it [buffer-race]
  free(values);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
