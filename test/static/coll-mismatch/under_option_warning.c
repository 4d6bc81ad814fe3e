// A mismatch that needs an option of the command line is a warning.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK: warning: MPI_Barrier might be called by some ranks of the communicator only [coll-mismatch]
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc > 1) {
    if (rank == 0) MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
