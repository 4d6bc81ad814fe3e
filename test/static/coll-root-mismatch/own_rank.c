// Every rank names itself as the root of the broadcast.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // CHECK: own_rank.c:[[@LINE+1]]:3: error: the ranks call MPI_Bcast with different roots: root 0 on rank 0, root 1 on rank 1 [coll-root-mismatch]
  MPI_Bcast(&value, 1, MPI_INT, rank, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
