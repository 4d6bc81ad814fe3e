// Waiting for the tasks orders them.
// RUN: %check %s -- -fopenmp 2>&1 | FileCheck %s
// CHECK-NOT: [coll-
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
  if (provided < MPI_THREAD_SERIALIZED) MPI_Abort(MPI_COMM_WORLD, 1);
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    MPI_Barrier(MPI_COMM_WORLD);
#pragma omp taskwait
#pragma omp task
    MPI_Allreduce(MPI_IN_PLACE, 0, 0, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
#pragma omp taskwait
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_INT, 0, 0, MPI_INT, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
