// Bug: the ranks without work return from main at once. A process that called MPI_Init must call MPI_Finalize before
// it ends, whatever it had to do.
// Fix: one way out, through MPI_Finalize, see finalize_missing_fixed.c.
//
// Try: lockstep run -n 2 finalize_missing.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);

  const int tasks = 1;
  if (rank >= tasks) return 0;
  printf("task %d done\n", rank);

  MPI_Finalize();
  return 0;
}
