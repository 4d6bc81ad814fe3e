// Bug: each rank names itself as the root of the reduction, so each waits to be sent what nobody sends.
// Fix: the root is one rank on which all agree, see root_mismatch_fixed.c.
//
// Try: lockstep run -n 3 root_mismatch.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);

  const int part = rank + 1;
  int sum = 0;
  MPI_Reduce(&part, &sum, 1, MPI_INT, MPI_SUM, rank, MPI_COMM_WORLD);
  if (rank == 0) printf("sum %d\n", sum);

  MPI_Finalize();
  return 0;
}
