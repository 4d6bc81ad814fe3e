// All threads in turn.
// RUN: %check %s -- -fopenmp 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
  if (provided < MPI_THREAD_SERIALIZED) MPI_Abort(MPI_COMM_WORLD, 1);
#pragma omp parallel
#pragma omp critical
  // CHECK: critical_warning.c:[[@LINE+1]]:3: warning: MPI_Barrier is called by several threads of a process on the same communicator, in turn
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
