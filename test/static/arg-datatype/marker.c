// A marker of bounds stands for no data.
// REQUIRES: mpich
// RUN: %not66 %check %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK: marker.c:[[@LINE+1]]:{{.*}}error: datatype of MPI_Bcast (argument 3) is MPI_UB, which stands for no data [arg-datatype]
  MPI_Bcast(&value, 1, MPI_UB, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
