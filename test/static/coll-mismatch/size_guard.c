// The same with a guard that asks for three ranks: the third one never comes.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// CHECK: error: MPI_Barrier is not called by all ranks
// CHECK: called by some ranks only
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != 3) {
    MPI_Finalize();
    return 1;
  }
  if (rank == 0)
    MPI_Barrier(MPI_COMM_WORLD);
  else if (rank == 1)
    MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
