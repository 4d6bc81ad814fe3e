// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int dims[2], periods[2], coords[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK: topology.c:[[@LINE+1]]:{{.*}}error: comm of MPI_Cart_get (argument 1) is MPI_COMM_WORLD, which has no topology [arg-comm]
  MPI_Cart_get(MPI_COMM_WORLD, 2, dims, periods, coords);
  MPI_Finalize();
  return 0;
}
