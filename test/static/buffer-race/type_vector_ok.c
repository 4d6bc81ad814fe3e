// Two columns of a grid: what lies between them is free.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int grid[64] = {0};
  MPI_Datatype type;
  MPI_Request request, back;
  int got[64];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Irecv(got, 64, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &back);
  MPI_Type_vector(4, 2, 8, MPI_INT, &type);
  MPI_Type_commit(&type);
  MPI_Isend(grid, 1, type, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
  grid[2] = 1;
  grid[7] = 1;
  grid[10] = 1;
  grid[26] = 1;
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Wait(&back, MPI_STATUS_IGNORE);
  MPI_Type_free(&type);
  MPI_Finalize();
  return 0;
}
