// MPI_Gatherv and its like allow counts that differ by rank.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: [coll-
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, counts[64], starts[64], values[64], all[1024];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < size; ++i) counts[i] = i, starts[i] = i * i;
  MPI_Gatherv(values, rank, MPI_INT, all, counts, starts, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Bcast(all, 4, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
