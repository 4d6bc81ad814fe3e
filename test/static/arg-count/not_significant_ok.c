// What is not significant may hold anything: the receive arguments off the root, the count with MPI_IN_PLACE, all but
// the handle of MPI_PROC_NULL.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  int mine = 0, all[8];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Gather(&mine, 1, MPI_INT, rank == 0 ? all : 0, rank == 0 ? 1 : -1, rank == 0 ? MPI_INT : MPI_DATATYPE_NULL, 0,
             MPI_COMM_WORLD);
  MPI_Allgather(MPI_IN_PLACE, -1, MPI_DATATYPE_NULL, all, 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Send(0, -1, MPI_DATATYPE_NULL, MPI_PROC_NULL, -5, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
