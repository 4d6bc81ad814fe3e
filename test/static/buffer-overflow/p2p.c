// A receive of eight integers into an array of four.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int values[4];
  MPI_Init(&argc, &argv);
  // CHECK: p2p.c:[[@LINE+1]]:{{.*}}error: buf of MPI_Recv (argument 1) points to 16 bytes of memory, but the call accesses 32 [buffer-overflow]
  MPI_Recv(values, 8, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
