// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  float values[4] = {0};
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK: persistent.c:[[@LINE+1]]:{{.*}}error: buf of MPI_Send_init (argument 1) points to floating-point numbers of 4 bytes, but the datatype is MPI_DOUBLE [buffer-type]
  MPI_Send_init(values, 2, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, &request);
  MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
