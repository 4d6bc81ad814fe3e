// Different lines, the same collectives: no error. Sub-communicators of a split keep their own order.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 4 --timeout 60 %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi openmpi -n 4 --timeout 60 %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0, sum;
  MPI_Comm half;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  if (rank == 0)
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  else
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (rank % 2 == 0)
    MPI_Barrier(half);
  else
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, half);
  MPI_Comm_free(&half);
  MPI_Finalize();
  return 0;
}

// CHECK-NOT: {{error|warning}}:
// CHECK: lockstep: no errors; 4 ranks, {{[0-9]+}} MPI calls seen
