// Functions with a collective each match only together: they are judged where they are called.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: coll-
// CHECK: lockstep: no errors
#include <mpi.h>

void tellAll(MPI_Comm comm, int *value) { MPI_Bcast(value, 1, MPI_INT, 0, comm); }

void hear(MPI_Comm comm, int *value) { MPI_Bcast(value, 1, MPI_INT, 0, comm); }

void master(MPI_Comm comm) {
  int rank, value = 1;
  MPI_Comm_rank(comm, &rank);
  if (rank == 0) tellAll(comm, &value);
}

void worker(MPI_Comm comm) {
  int rank, value;
  MPI_Comm_rank(comm, &rank);
  if (rank != 0) hear(comm, &value);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  master(MPI_COMM_WORLD);
  worker(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
