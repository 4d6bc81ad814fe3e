// An array of 16 bytes is filled exactly, and its last 12 bytes with a pair of a double and an integer.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int values[4];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  struct {
    double value;
    int index;
  } pair = {0, 0};
  for (int to = 1; rank == 0 && to < size; ++to) {
    MPI_Send(values, 4, MPI_INT, to, 0, MPI_COMM_WORLD);
    MPI_Send(&pair, 1, MPI_DOUBLE_INT, to, 0, MPI_COMM_WORLD);
  }
  if (rank > 0) MPI_Recv(values, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank > 0) MPI_Recv(values + 1, 1, MPI_DOUBLE_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
