// Derived types against their parts, packed data, a longer receive.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int matrix[16] = {0}, column[16] = {0}, position = 0;
  char packed[64];
  MPI_Datatype vector;
  MPI_Request request;
  MPI_Type_vector(4, 1, 4, MPI_INT, &vector);
  MPI_Type_commit(&vector);
  if (rank == 0) {
    MPI_Isend(matrix, 1, vector, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Type_free(&vector);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Pack(column, 4, MPI_INT, packed, 64, &position, MPI_COMM_WORLD);
    MPI_Send(packed, position, MPI_PACKED, 1, 0, MPI_COMM_WORLD);
    MPI_Send(column, 3, MPI_2INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(column, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(matrix, 1, vector, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(column, 16, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&vector);
  }
  MPI_Finalize();
  return 0;
}

// CHECK-NOT: {{error|warning}}:
// CHECK: lockstep: no errors
