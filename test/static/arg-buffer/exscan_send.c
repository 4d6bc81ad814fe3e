// The send buffer of an exclusive scan is NULL, which is wrong on every rank.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <stddef.h>

#include <mpi.h>

int main(int argc, char **argv) {
  int before = 0;
  MPI_Init(&argc, &argv);
  // CHECK: exscan_send.c:[[@LINE+1]]:{{.*}}error: sendbuf of MPI_Exscan (argument 1) is NULL, but the call transfers data [arg-buffer]
  MPI_Exscan(NULL, &before, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
