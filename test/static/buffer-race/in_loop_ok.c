// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int values[4];
  MPI_Request requests[4];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int beside[4][1] = {{0}};
  MPI_Request others[4];
  MPI_Irecv(beside[0], 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &others[0]);
  MPI_Irecv(beside[1], 1, MPI_INT, (rank + size - 1) % size, 1, MPI_COMM_WORLD, &others[1]);
  MPI_Irecv(beside[2], 1, MPI_INT, (rank + size - 1) % size, 2, MPI_COMM_WORLD, &others[2]);
  MPI_Irecv(beside[3], 1, MPI_INT, (rank + size - 1) % size, 3, MPI_COMM_WORLD, &others[3]);
  for (int i = 0; i < 4; ++i) {
    values[i] = i;
    MPI_Isend(&values[i], 1, MPI_INT, (rank + 1) % size, i, MPI_COMM_WORLD, &requests[i]);
  }
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  MPI_Waitall(4, others, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
