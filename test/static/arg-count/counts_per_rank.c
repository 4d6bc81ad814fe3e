// A count for every rank: none of them may be negative.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int mine = 0, all[16], counts[16], places[16];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < size; ++i) {
    counts[i] = 1;
    places[i] = i;
  }
  counts[1] = -3;
  // CHECK: counts_per_rank.c:[[@LINE+1]]:{{.*}}error: recvcounts of MPI_Allgatherv (argument 5) holds -3 as element 1, but no element may be negative [arg-count]
  MPI_Allgatherv(&mine, 1, MPI_INT, all, counts, places, MPI_INT, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
