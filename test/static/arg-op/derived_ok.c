// A predefined operation reduces values of predefined types.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int mine[4] = {0}, sum[4];
  MPI_Datatype row;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Type_contiguous(1, MPI_INT, &row);
  MPI_Type_commit(&row);
  MPI_Allreduce(mine, sum, 1, row, MPI_SUM, MPI_COMM_WORLD);
  MPI_Type_free(&row);
  MPI_Finalize();
  return 0;
}
