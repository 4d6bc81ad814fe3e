// Rank-dependent loops with equally many collectives on all ranks, in total or by a limit on which all have agreed.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: coll-
// CHECK: lockstep: no errors
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, size, items = atoi(argv[1]), most;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int mine = items / size + (rank < items % size);
  MPI_Allreduce(&mine, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  for (int i = 0; i < mine; i++) MPI_Barrier(MPI_COMM_WORLD);
  for (int i = mine; i < most; i++) MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < most; i++) MPI_Barrier(MPI_COMM_WORLD);
  mine = items / size;
  if (rank < items % size) mine++;
  MPI_Allreduce(&mine, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  for (int i = 0; i < most; i++) {
    if (i < mine) mine += 0;
    MPI_Barrier(MPI_COMM_WORLD);
  }
  for (int i = rank; i < rank + 3; i++) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
