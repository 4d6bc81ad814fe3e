// A gather and an exchange in place, and an exchange between the two halves of an array.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60  %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60  %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, values[4] = {0, 0, 0, 0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    MPI_Gather(MPI_IN_PLACE, 1, MPI_INT, values, 1, MPI_INT, 0, MPI_COMM_WORLD);
  else
    MPI_Gather(values, 1, MPI_INT, values, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Sendrecv(values, 2, MPI_INT, 1 - rank, 0, values + 2, 2, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, values, 2, MPI_INT, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}

// CHECK: lockstep: no errors; 2 ranks
