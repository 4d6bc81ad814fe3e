// An exclusive scan gives the first rank nothing, but all the others a result.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <stddef.h>

#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int mine = 1, before = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK: exscan.c:[[@LINE+1]]:{{.*}}error: recvbuf of MPI_Exscan (argument 2) is NULL, but the call transfers data [arg-buffer]
  MPI_Exscan(&mine, rank == 1 ? NULL : &before, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
