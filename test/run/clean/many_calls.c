// A program that records faster than the engine reads, and ends with many unread records: none is considered lost.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 120 %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 120 %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 400000; ++i) MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Finalize();
  return 0;
}

// CHECK-NOT: error:
// CHECK: lockstep: no errors; 2 ranks, 800004 MPI calls seen
