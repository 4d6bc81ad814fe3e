// A region in a region: each inner team has a thread for the single.
// RUN: %not66 %check %s -- -fopenmp 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
#pragma omp parallel
#pragma omp parallel
#pragma omp single
  // CHECK-DAG: nested.c:[[@LINE+1]]:3: {{error|warning}}: MPI_Barrier {{is|may be}} called by several threads of a process
  MPI_Barrier(MPI_COMM_WORLD);
#pragma omp parallel
#pragma omp single
#pragma omp parallel
  // CHECK-DAG: nested.c:[[@LINE+1]]:3: error: MPI_Bcast is called by several threads of a process
  MPI_Bcast(&provided, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
