// Rank 0 broadcasts four elements, the others expect two.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, values[4] = {0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // CHECK: bcast.c:[[@LINE+1]]:3: error: the ranks call MPI_Bcast with different counts: count 4 on rank 0, count 2 on rank 1
  MPI_Bcast(values, rank == 0 ? 4 : 2, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
