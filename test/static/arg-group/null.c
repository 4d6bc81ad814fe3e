// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Group group = MPI_GROUP_NULL;
  int count;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK: null.c:[[@LINE+1]]:{{.*}}error: group of MPI_Group_size (argument 1) is MPI_GROUP_NULL [arg-group]
  MPI_Group_size(group, &count);
  MPI_Finalize();
  return 0;
}
