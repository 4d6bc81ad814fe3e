// Two sections of one construct call a barrier and a broadcast at the same time.
// RUN: %not66 %check %s -- -fopenmp 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int provided, value = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
#pragma omp parallel sections
  {
#pragma omp section
    // CHECK: sections.c:[[@LINE+1]]:5: error: MPI_Barrier and MPI_Bcast may run at the same time on two threads
    MPI_Barrier(MPI_COMM_WORLD);
#pragma omp section
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
