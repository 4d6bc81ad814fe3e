// exit after the last collective, or with an error before MPI_Finalize, which ends all ranks.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: coll-
// CHECK: lockstep: no errors
#include <mpi.h>
#include <stdlib.h>

static void leave(void) {
  MPI_Finalize();
  exit(0);
}

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0 && argc > 3) exit(1);
  if (rank == 1) {
    MPI_Barrier(MPI_COMM_WORLD);
    leave();
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  exit(0);
}
