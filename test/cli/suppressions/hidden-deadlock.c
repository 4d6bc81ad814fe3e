// A known deadlock is hidden, but the run had one: the report does not say that there were no errors.
// REQUIRES: mpich
// RUN: %mpicc-mpich -g %s -o %t
// RUN: echo 'deadlock:*:*' > %t.supp
// RUN: %exits 124 %lockstep run --mpi mpich -n 2 --suppressions %t.supp --json %t.json %t 2>&1 | FileCheck %s --implicit-check-not='no errors'
// RUN: %lockstep report %t.json | FileCheck %s --implicit-check-not='no errors'
// CHECK: lockstep: a known deadlock; 2 ranks, {{.*}}; 1 known finding hidden
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Recv(&value, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send(&value, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
