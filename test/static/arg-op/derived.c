// A predefined operation reduces values of predefined types.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int mine[4] = {0}, sum[4];
  MPI_Datatype row;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Type_contiguous(4, MPI_INT, &row);
  MPI_Type_commit(&row);
  // CHECK: derived.c:[[@LINE+1]]:{{.*}}error: op of MPI_Allreduce (argument 5) is MPI_SUM, which does not take derived datatypes [arg-op]
  MPI_Allreduce(mine, sum, 1, row, MPI_SUM, MPI_COMM_WORLD);
  MPI_Type_free(&row);
  MPI_Finalize();
  return 0;
}
