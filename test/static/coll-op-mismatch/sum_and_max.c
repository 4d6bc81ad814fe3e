// Rank 0 reduces with MPI_SUM, the others with MPI_MAX.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, mine = 1, all;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // CHECK: sum_and_max.c:[[@LINE+1]]:3: error: the ranks call MPI_Allreduce with different operations: MPI_SUM on rank 0, MPI_MAX on rank 1 [coll-op-mismatch]
  MPI_Allreduce(&mine, &all, 1, MPI_INT, rank == 0 ? MPI_SUM : MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
