// A communicator that was freed is not there any more, whatever variable still holds it.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Comm comm, copy;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  copy = comm;
  MPI_Comm_free(&comm);
  // CHECK: freed.c:[[@LINE+1]]:{{.*}}error: comm of MPI_Barrier (argument 1) is a communicator that was freed before [arg-comm]
  MPI_Barrier(copy);
  MPI_Finalize();
  return 0;
}
