// A branch on the rank contains no collective.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: coll-mismatch
// CHECK: lockstep: no errors; 4 MPI calls
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    printf("before the barrier\n");
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
