// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  char text[16];
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK: persistent.c:[[@LINE+1]]:{{.*}}error: buf of MPI_Send_init (argument 1) points to 15 bytes of memory, but the call accesses 16 [buffer-overflow]
  MPI_Send_init(text + 1, 16, MPI_CHAR, 0, 0, MPI_COMM_WORLD, &request);
  MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
