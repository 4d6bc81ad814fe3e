// Loops with equally many iterations on all ranks, known or not, and rank-dependent loops without a collective.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: coll-
// CHECK: lockstep: no errors
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, size, sum = 0, steps = argc > 1 ? atoi(argv[1]) : 1000;
  double error = 1, all;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < size; ++i) MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 100000; ++i) MPI_Barrier(MPI_COMM_WORLD);
  for (int i = rank; i < steps; i += size) sum += i;
  for (int i = 0; i < steps; ++i) {
    if (rank == 0) sum += i;
    MPI_Allreduce(&error, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (all < 1e-6) break;
    error = all / (rank + 2);
  }
  MPI_Finalize();
  return sum == 0;
}
