// The root sends the result of a rooted collective to the others before it decides about another collective.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: coll-
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, mine = argc, sum = 0, told = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Reduce(&mine, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Bcast(&sum, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (sum > 3) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Reduce(&mine, &told, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    for (int i = 1; i < size; i++) MPI_Send(&told, 1, MPI_INT, i, 0, MPI_COMM_WORLD);
  else
    MPI_Recv(&told, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (told > 3) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
