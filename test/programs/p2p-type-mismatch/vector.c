// A column of integers is sent; receiving it as a row of the same type is correct.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, matrix[2][2] = {{0}};
  float row[2];
  MPI_Datatype column;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Type_vector(2, 1, 2, MPI_INT, &column);
  MPI_Type_commit(&column);
  if (rank == 0) MPI_Send(matrix, 1, column, 1, 0, MPI_COMM_WORLD);
  // BOTH: vector.c:[[@LINE-1]]:18: error: rank 0 sends 1 x a derived type of 2 x MPI_INT (size 8, extent 12) to rank 1, which receives it as 2 x MPI_FLOAT: element 0 is MPI_INT at the sender and MPI_FLOAT at the receiver [p2p-type-mismatch]
#ifdef OK
  if (rank == 1) MPI_Recv(matrix, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#else
  if (rank == 1) MPI_Recv(row, 2, MPI_FLOAT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#endif
  (void)row;
  MPI_Type_free(&column);
  MPI_Finalize();
  return 0;
}
