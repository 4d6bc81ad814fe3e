// Datatypes that differ by the rank: an error for MPI_INT and MPI_FLOAT, a warning for MPI_BYTE and a type of one byte.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0, sum = 0;
  MPI_Datatype type = MPI_INT;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) type = MPI_FLOAT;
  // CHECK: bcast.c:[[@LINE+1]]:3: error: the ranks call MPI_Bcast with different datatypes
  MPI_Bcast(&value, 1, type, 0, MPI_COMM_WORLD);
  // CHECK: bcast.c:[[@LINE+1]]:3: warning: the ranks call MPI_Allreduce with different datatypes
  MPI_Allreduce(&value, &sum, 4, rank == 0 ? MPI_BYTE : MPI_SIGNED_CHAR, MPI_BOR, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
