// A loop with a collective has as many iterations as the number of its rank.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // CHECK: loop_by_rank.c:[[@LINE+3]]:5: error: MPI_Barrier is not called by all ranks
  // CHECK: loop_by_rank.c:[[@LINE+1]]:{{[0-9]+}}: note: the ranks diverge here
  for (int i = 0; i < rank; ++i)
    MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
