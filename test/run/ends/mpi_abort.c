// MPI_Abort is a decision of the program: no finding, its error code is kept.
// REQUIRES: mpich, openmpi
// RUN: %exits 7 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s
// RUN: %json-has %t.json outcome.status=aborted outcome.code=7 findings.#=0
// RUN: %exits 7 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s
// RUN: %json-has %t.json outcome.status=aborted outcome.code=7 findings.#=0
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) MPI_Abort(MPI_COMM_WORLD, 7);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
