// Two operations may read the same memory, and so may the program.
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
  MPI_Request second;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int got[2];
  MPI_Request back[2];
  MPI_Irecv(&got[0], 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &back[0]);
  MPI_Irecv(&got[1], 1, MPI_INT, (rank + 2 * size - 2) % size, 0, MPI_COMM_WORLD, &back[1]);
  MPI_Isend(&value, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
  MPI_Isend(&value, 1, MPI_INT, (rank + 2) % size, 0, MPI_COMM_WORLD, &second);
  other = value;
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Wait(&second, MPI_STATUS_IGNORE);
  MPI_Waitall(2, back, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
