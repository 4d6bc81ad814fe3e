// Rank 0 broadcasts from root 0, the others, in a separate call, from root 1.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    // CHECK: two_calls.c:[[@LINE+1]]:5: error: the ranks call MPI_Bcast with different roots: root 0 on rank 0, root 1 on rank 1 [coll-root-mismatch]
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  } else {
    // CHECK: two_calls.c:[[@LINE+1]]:5: note: root 1 on rank 1
    MPI_Bcast(&value, 1, MPI_INT, 1, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
