// Two columns of a matrix: the second begins at the extent of the type, which the message names.
// REQUIRES: mpich
// RUN: %not66 %check %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  double matrix[4][4] = {{0}};
  MPI_Datatype column, next;
  MPI_Init(&argc, &argv);
  MPI_Type_vector(4, 1, 4, MPI_DOUBLE, &column);
  MPI_Type_create_resized(column, 0, sizeof(double), &next);
  MPI_Type_commit(&column);
  MPI_Type_commit(&next);
  MPI_Bcast(matrix, 2, next, 0, MPI_COMM_WORLD);
  // CHECK: extent.c:[[@LINE+1]]:{{.*}}error: buffer of MPI_Bcast (argument 1) points to 128 bytes of memory, but the call accesses 208: the datatype has size 32 and extent 104 [buffer-overflow]
  MPI_Bcast(matrix, 2, column, 0, MPI_COMM_WORLD);
  MPI_Type_free(&next);
  MPI_Type_free(&column);
  MPI_Finalize();
  return 0;
}
