// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int beside[1][1] = {{0}};
  MPI_Request others[1];
  MPI_Irecv(beside[0], 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &others[0]);
  MPI_Send(&value, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
  MPI_Waitall(1, others, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
