// Bug: rank 0 prints the result and goes on to the barrier, the others wait for its broadcast first. The broadcast was
// written into the branch of the receivers only, so nobody sends, and neither side can ever go on.
// Fix: every rank makes the same collective calls in the same order, see collective_mismatch_fixed.c.
//
// Try: lockstep run -n 3 collective_mismatch.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);

  int result = 0;
  if (rank == 0) {
    result = 42;
    printf("result %d\n", result);
  } else {
    MPI_Bcast(&result, 1, MPI_INT, 0, MPI_COMM_WORLD);
  }
  MPI_Barrier(MPI_COMM_WORLD);

  MPI_Finalize();
  return 0;
}
