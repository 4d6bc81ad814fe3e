// A periodic grid of two ranks: both edges of a rank connect it with the other.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s
// RUN: %json-has %t.json findings.#=0 outcome.status=exited
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s
// RUN: %json-has %t.json findings.#=0 outcome.status=exited
#include <mpi.h>

int main(int argc, char **argv) {
  const int size = 2, isPeriodic = 1;
  int sent[4] = {0}, received[4];
  MPI_Comm grid;
  MPI_Init(&argc, &argv);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &isPeriodic, 0, &grid);
  MPI_Neighbor_allgather(sent, 1, MPI_INT, received, 1, MPI_INT, grid);
  MPI_Neighbor_alltoall(sent, 2, MPI_INT, received, 2, MPI_INT, grid);
  MPI_Comm_free(&grid);
  MPI_Finalize();
}
