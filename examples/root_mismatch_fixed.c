// root_mismatch.c put right: all ranks name rank 0 as the root.
//
// Try: lockstep run -n 3 root_mismatch_fixed.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);

  const int root = 0;
  const int part = rank + 1;
  int sum = 0;
  MPI_Reduce(&part, &sum, 1, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
  if (rank == root) printf("sum %d\n", sum);

  MPI_Finalize();
  return 0;
}
