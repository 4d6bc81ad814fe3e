// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s -- -fopenmp 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s -- -fopenmp 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int value = 0;
  MPI_Request request;
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
#pragma omp parallel sections
  {
#pragma omp section
    {
      // CHECK-DAG: omp_sections.c:[[@LINE+1]]:{{.*}}note: may run at the same time
      MPI_Isend(&value, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
#pragma omp section
    // CHECK-DAG: omp_sections.c:[[@LINE+1]]:{{.*}}error: a store by another thread writes to memory that MPI_Isend reads [buffer-race]
    value = 1;
  }
  MPI_Finalize();
  return 0;
}
