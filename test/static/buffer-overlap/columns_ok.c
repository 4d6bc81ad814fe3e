// Columns of one matrix interleave and share no byte; the receive side of the null process is not significant.
// RUN: %check %s 2>&1 | FileCheck %s --check-prefix=RIGHT
// RIGHT-NOT: {{warning|error}}:
// RIGHT: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  static double matrix[8][8];
  int rank, size;
  MPI_Datatype column;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Type_vector(8, 1, 8, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  const int left = rank > 0 ? rank - 1 : MPI_PROC_NULL, right = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
  MPI_Sendrecv(&matrix[0][1], 1, column, left, 0, &matrix[0][7], 1, column, right, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Sendrecv(&matrix[0][1], 1, column, MPI_PROC_NULL, 0, &matrix[0][1], 1, column, MPI_PROC_NULL, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Type_free(&column);
  MPI_Finalize();
  return 0;
}
