// A single with nowait in a loop and one after the loop call unordered collectives.
// RUN: %not66 %check %s -- -fopenmp 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int level, value = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  if (level < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
#pragma omp parallel
  {
    for (int i = 0; i < 3; ++i) {
#pragma omp single nowait
      // CHECK: loop.c:[[@LINE+1]]:7: error: MPI_Bcast and MPI_Barrier may run at the same time on two threads
      MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
#pragma omp single
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
