// The collective is in a function that threads call, with the communicator as its argument.
// RUN: %not66 %check %s -- -fopenmp 2>&1 | FileCheck %s
#include <mpi.h>

static void meet(MPI_Comm comm) {
  // CHECK: in_function.c:[[@LINE+2]]:3: error: MPI_Barrier is called by several threads of a process
  // CHECK: in_function.c:[[@LINE+11]]:{{.*}} the threads start here
  MPI_Barrier(comm);
}

int main(int argc, char **argv) {
  int provided;
  MPI_Comm comm;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  meet(comm);
#pragma omp parallel
  meet(comm);
  MPI_Comm_free(&comm);
  MPI_Finalize();
  return 0;
}
