// Builds with and without -g do not share a baseline; one of either kind survives a rebuild.
// REQUIRES: mpich
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %mpicc-mpich -g %s -o app && %not66 %lockstep run -n 2 --json with.json app
// RUN: %mpicc-mpich %s -o app && %not66 %lockstep run -n 2 --json without.json app
// RUN: %not66 %lockstep run -n 2 --baseline with.json app
// RUN: %mpicc-mpich -O2 -DMORE %s -o app && %lockstep run -n 2 --baseline without.json app
// RUN: %mpicc-mpich -g -O2 -DMORE %s -o app && %lockstep run -n 2 --baseline with.json app
// RUN: %not66 %lockstep run -n 2 --baseline without.json app
#include <mpi.h>

#ifdef MORE
int more(int value) { return value * 2 + 1; }
#endif

int main(int argc, char **argv) {
  int rank, value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Bcast(&value, 1, MPI_INT, rank, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
