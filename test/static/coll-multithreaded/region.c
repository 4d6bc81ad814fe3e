// All threads of a parallel region call the collective.
// RUN: %not66 %check %s -- -fopenmp 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
#pragma omp parallel
  {
    // CHECK: region.c:[[@LINE+1]]:5: error: MPI_Barrier is called by several threads of a process
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
