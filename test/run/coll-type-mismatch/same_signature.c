// A vector, a structure and a pair against the values that they consist of.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  struct {
    double value;
    int place;
  } pairs[3] = {{0}};
  int matrix[16] = {0}, column[4] = {0}, lengths[2] = {1, 1};
  MPI_Aint places[2] = {0, 8};
  MPI_Datatype parts[2] = {MPI_DOUBLE, MPI_INT}, vector, packet, structure;
  MPI_Type_vector(4, 1, 4, MPI_INT, &vector);
  MPI_Type_commit(&vector);
  MPI_Type_create_struct(2, lengths, places, parts, &packet);
  MPI_Type_create_resized(packet, 0, sizeof pairs[0], &structure);
  MPI_Type_commit(&structure);
  if (rank == 0)
    MPI_Bcast(matrix, 1, vector, 0, MPI_COMM_WORLD);
  else
    MPI_Bcast(column, 4, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Bcast(pairs, 3, rank == 0 ? structure : MPI_DOUBLE_INT, 0, MPI_COMM_WORLD);
  MPI_Allgather(column, 2, MPI_2INT, matrix, 4, MPI_INT, MPI_COMM_WORLD);
  MPI_Type_free(&packet);
  MPI_Type_free(&structure);
  MPI_Type_free(&vector);
  MPI_Finalize();
  return 0;
}

// CHECK-NOT: {{error|warning}}:
// CHECK: lockstep: no errors
