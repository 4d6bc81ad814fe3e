// A receive overwrites the request of another one, which is completed through a copy of its handle.
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
  MPI_Request copy;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int sent[2] = {0};
  MPI_Request others[2];
  for (int i = 0; i < 2; ++i)
    MPI_Isend(&sent[i], 1, MPI_INT, (rank + size - 1) % size, i, MPI_COMM_WORLD, &others[i]);
  MPI_Irecv(&value, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
  copy = request;
  MPI_Irecv(&other, 1, MPI_INT, (rank + 1) % size, 1, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Wait(&copy, MPI_STATUS_IGNORE);
  MPI_Waitall(2, others, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
