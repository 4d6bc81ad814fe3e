// Master and workers exchange commands in loops of different shape.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: coll-
// CHECK: lockstep: no errors
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, command = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    while (rand() % 10 != 0) {
      command = 1;
      MPI_Bcast(&command, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    command = 0;
    MPI_Bcast(&command, 1, MPI_INT, 0, MPI_COMM_WORLD);
  } else {
    do {
      MPI_Bcast(&command, 1, MPI_INT, 0, MPI_COMM_WORLD);
    } while (command != 0);
  }
  MPI_Finalize();
  return 0;
}
