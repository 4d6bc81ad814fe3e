// RUN: %not66 %check %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, value = 0, root = -1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK: outside.c:[[@LINE+1]]:3: error: the root of MPI_Bcast is -1, which is no rank of the communicator
  MPI_Bcast(&value, 1, MPI_INT, root, MPI_COMM_WORLD);
  // CHECK: outside.c:[[@LINE+1]]:3: error: the root of MPI_Bcast is 2 with 2 ranks, which is no rank of the communicator
  MPI_Bcast(&value, 1, MPI_INT, size, MPI_COMM_WORLD);
  MPI_Finalize();
  return rank;
}
