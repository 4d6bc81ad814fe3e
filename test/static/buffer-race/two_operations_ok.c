// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int value = 0, other = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int beside[2][1] = {{0}};
  MPI_Request others[2];
  MPI_Isend(beside[0], 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &others[0]);
  MPI_Irecv(beside[1], 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &others[1]);
  MPI_Irecv(&value, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Send(&value, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
  MPI_Waitall(2, others, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
