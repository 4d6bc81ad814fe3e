// copyprivate makes all threads wait at the end of the first single, so the second comes after it.
// RUN: %check %s -- -fopenmp 2>&1 | FileCheck %s
// CHECK-NOT: [coll-
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int provided, value = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
#pragma omp parallel firstprivate(value)
  {
#pragma omp single copyprivate(value)
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
#pragma omp single
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
