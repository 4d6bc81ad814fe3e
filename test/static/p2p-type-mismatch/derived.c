// A vector of doubles is received as doubles: the signature is the same. As floats it is not.
// RUN: %check %s 2>&1 | FileCheck %s --check-prefix=RIGHT
// RUN: %not66 %check %s -- -DFLOATS 2>&1 | FileCheck %s
// RIGHT-NOT: {{warning|error}}:
// RIGHT: lockstep: no errors
#include <mpi.h>

#ifdef FLOATS
#define TYPE MPI_FLOAT
#define NUMBER float
#else
#define TYPE MPI_DOUBLE
#define NUMBER double
#endif

int main(int argc, char **argv) {
  static double matrix[4][4];
  static NUMBER column[8];
  int rank;
  MPI_Datatype vector;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Type_vector(4, 1, 4, MPI_DOUBLE, &vector);
  MPI_Type_commit(&vector);
  if (rank == 0) MPI_Send(matrix, 1, vector, 1, 9, MPI_COMM_WORLD);
  if (rank == 1) MPI_Irecv(column, 8, TYPE, 0, 9, MPI_COMM_WORLD, &request);
  // CHECK: error: rank 0 sends 1 x a derived type of 4 x MPI_DOUBLE (size 32, extent 104) to rank 1, which receives it as 8 x MPI_FLOAT
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Type_free(&vector);
  MPI_Finalize();
  return 0;
}
