// REQUIRES: mpich, openmpi
// RUN: %check %s -- -fopenmp 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s -- -fopenmp 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int value = 0, other = 0;
  MPI_Request request;
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int beside[1][1] = {{0}};
  MPI_Request others[1];
  MPI_Irecv(beside[0], 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &others[0]);
#pragma omp parallel sections
  {
#pragma omp section
    {
      MPI_Isend(&value, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
#pragma omp section
    other = value;
  }
  MPI_Waitall(1, others, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
