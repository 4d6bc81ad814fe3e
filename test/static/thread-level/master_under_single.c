// The first thread calls MPI inside a parallel region, but MPI_Init requests MPI_THREAD_SINGLE: a warning.
// RUN: %check %s -- -fopenmp 2>&1 | FileCheck %s
// CHECK: master_under_single.c:[[#@LINE+8]]:{{.*}} warning: MPI_Barrier needs MPI_THREAD_FUNNELED, but the program requests MPI_THREAD_SINGLE [thread-level]
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
#pragma omp parallel num_threads(2)
  {
#pragma omp master
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
