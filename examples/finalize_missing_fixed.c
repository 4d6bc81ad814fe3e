// finalize_missing.c put right: a rank without work skips the work, not the end.
//
// Try: lockstep run -n 2 finalize_missing_fixed.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);

  const int tasks = 1;
  if (rank < tasks) printf("task %d done\n", rank);

  MPI_Finalize();
  return 0;
}
