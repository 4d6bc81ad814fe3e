// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, size;
  int *values = malloc(8 * sizeof(int));
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int beside[1][8] = {{0}};
  MPI_Request others[1];
  MPI_Isend(beside[0], 8, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &others[0]);
  MPI_Irecv(values, 8, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  free(values);
  MPI_Waitall(1, others, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
