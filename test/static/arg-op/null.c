// RUN: %not66 %check %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 1, sum;
  MPI_Op op = MPI_OP_NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // CHECK: null.c:[[@LINE+1]]:3: error: the operation of MPI_Allreduce is MPI_OP_NULL
  MPI_Allreduce(&value, &sum, 1, MPI_INT, op, MPI_COMM_WORLD);
  op = MPI_SUM;
  // CHECK-NOT: null.c:[[@LINE+1]]
  MPI_Allreduce(&value, &sum, 1, MPI_INT, op, MPI_COMM_WORLD);
  MPI_Finalize();
  return rank;
}
