// The number of ranks as launchers spell it; an option of the program is not affected.
// REQUIRES: mpich
// RUN: %mpicc-mpich -g %s -o %t
// RUN: %lockstep run -q -np 3 %t | grep -x '3 ranks'
// RUN: %lockstep run -q -n=3 %t | grep -x '3 ranks'
// RUN: %lockstep run -q -n3 %t | grep -x '3 ranks'
// RUN: %lockstep run -q --timeout 60 -np 1 %t -np 7 | grep -x '1 ranks, -np 7'
// RUN: %lockstep run -q -np 1 -- %t -np 7 | grep -x '1 ranks, -np 7'
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0 && argc > 2) printf("%d ranks, %s %s\n", size, argv[1], argv[2]);
  if (rank == 0 && argc <= 2) printf("%d ranks\n", size);
  MPI_Finalize();
  return 0;
}
