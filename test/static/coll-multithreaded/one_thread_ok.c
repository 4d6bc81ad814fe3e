// One thread of each region calls the collective, or all threads with their own communicators.
// RUN: %check %s -- -fopenmp 2>&1 | FileCheck %s
// CHECK-NOT: [coll-
// CHECK: lockstep: no errors
#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv) {
  int provided;
  MPI_Comm own[64];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
  for (int i = 0; i < omp_get_max_threads(); ++i) MPI_Comm_dup(MPI_COMM_WORLD, &own[i]);
#pragma omp parallel
  {
#pragma omp single
    MPI_Barrier(MPI_COMM_WORLD);
#pragma omp masked
    MPI_Barrier(MPI_COMM_WORLD);
#pragma omp barrier
    if (omp_get_thread_num() == 0) MPI_Barrier(MPI_COMM_WORLD);
    MPI_Barrier(own[omp_get_thread_num()]);
  }
#pragma omp parallel num_threads(1)
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < omp_get_max_threads(); ++i) MPI_Comm_free(&own[i]);
  MPI_Finalize();
  return 0;
}
