// Rank 0 has no communicator to free: the branch depends on the handle, not on the rank.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// CHECK-NOT: coll-
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Comm comm = MPI_COMM_WORLD;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    MPI_Comm_split(MPI_COMM_WORLD, MPI_UNDEFINED, rank, &comm);
  else
    MPI_Comm_split(MPI_COMM_WORLD, 1, rank, &comm);
  if (rank == 0) comm = MPI_COMM_WORLD;
  if (comm != MPI_COMM_NULL && comm != MPI_COMM_WORLD) MPI_Comm_free(&comm);
  MPI_Finalize();
  return 0;
}
