// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

static void fill(int *values, int count) {
  for (int i = 0; i < count; ++i) values[i] = i;
}

int main(int argc, char **argv) {
  int rank, size;
  int values[8];
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int beside[1][2] = {{0}};
  MPI_Request others[1];
  MPI_Irecv(beside[0], 2, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &others[0]);
  MPI_Isend(values, 2, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
  fill(values + 2, 2);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Waitall(1, others, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
