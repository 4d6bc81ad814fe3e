// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  float mine = 1, all;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK: float_bits.c:[[@LINE+1]]:{{.*}}error: op of MPI_Allreduce (argument 5) is MPI_BXOR, which is not defined for MPI_FLOAT [arg-op]
  MPI_Allreduce(&mine, &all, 1, MPI_FLOAT, MPI_BXOR, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
