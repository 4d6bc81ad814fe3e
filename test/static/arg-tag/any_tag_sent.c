// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK: any_tag_sent.c:[[@LINE+1]]:{{.*}}error: tag of MPI_Send (argument 5) is MPI_ANY_TAG, but only a receive or probe may leave it open [arg-tag]
  MPI_Send(&value, 1, MPI_INT, (rank + 1) % size, MPI_ANY_TAG, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
