// Operations of MPI itself are not freed.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Op op = MPI_SUM;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK: free_predefined.c:[[@LINE+1]]:{{.*}}error: op of MPI_Op_free (argument 1) is MPI_SUM, which must not be freed [arg-op]
  MPI_Op_free(&op);
  MPI_Finalize();
  return 0;
}
