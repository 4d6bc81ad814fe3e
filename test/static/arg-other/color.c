// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Comm part;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK: color.c:[[@LINE+1]]:{{.*}}error: color of MPI_Comm_split (argument 2) is -3, but a color must not be negative [arg-other]
  MPI_Comm_split(MPI_COMM_WORLD, -3, rank, &part);
  MPI_Finalize();
  return 0;
}
