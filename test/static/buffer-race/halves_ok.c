// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int values[8];
  MPI_Request request;
  MPI_Request second;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Irecv(values, 4, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
  for (int i = 4; i < 8; ++i) values[i] = i;
  MPI_Isend(values + 4, 4, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &second);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Wait(&second, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
