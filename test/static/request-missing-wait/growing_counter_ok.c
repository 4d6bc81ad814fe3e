// The number of requests depends on the rank and on input; a counter has it at the end.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Request requests[64];
  int values[64], n = argc;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int count = 0;
  if (rank > 0) MPI_Irecv(&values[0], 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, &requests[count++]);
  if (rank < size - 1) MPI_Irecv(&values[1], 1, MPI_INT, rank + 1, 0, MPI_COMM_WORLD, &requests[count++]);
  if (n > 3) MPI_Irecv(&values[2], 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &requests[count++]);
  if (rank > 0) MPI_Send(&values[3], 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD);
  if (rank < size - 1) MPI_Send(&values[3], 1, MPI_INT, rank + 1, 0, MPI_COMM_WORLD);
  if (n > 3) MPI_Send(&values[3], 1, MPI_INT, rank, 0, MPI_COMM_WORLD);
  MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
