// A communicator that only one rank creates: the others do not make the collective call, which is the error.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Comm pair;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) {
    // CHECK: comm_by_some_ranks.c:[[@LINE+1]]:5: error: MPI_Comm_dup is not called by all ranks
    MPI_Comm_dup(MPI_COMM_WORLD, &pair);
    MPI_Barrier(pair);
    MPI_Comm_free(&pair);
  }
  MPI_Finalize();
  return 0;
}
