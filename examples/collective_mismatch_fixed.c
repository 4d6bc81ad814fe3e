// collective_mismatch.c put right: the broadcast stands where every rank comes by, the root included.
//
// Try: lockstep run -n 3 collective_mismatch_fixed.c
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
  }
  MPI_Bcast(&result, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);

  MPI_Finalize();
  return 0;
}
