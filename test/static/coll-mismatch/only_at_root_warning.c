// The result of a rooted collective, which only the root has, decides about another collective.
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DIN_PLACE 2>&1 | FileCheck %s
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
  int rank, mine = argc, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef IN_PLACE
  sum = mine;
  if (rank == 0)
    MPI_Reduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  else
    MPI_Reduce(&sum, NULL, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
#else
  MPI_Reduce(&mine, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
#endif
  // CHECK: only_at_root_warning.c:[[@LINE+1]]:16: warning: MPI_Barrier might be called by some ranks
  if (sum > 3) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
