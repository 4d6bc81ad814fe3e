// A collective inside a parallel region, run by one thread, on some ranks only.
// RUN: %not66 %check %s -- -fopenmp 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int provided, rank;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
  if (provided < MPI_THREAD_SERIALIZED) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel
  {
#pragma omp single
    {
      // CHECK-NOT: parallel_region.c:[[@LINE+1]]:{{.*}}error
      MPI_Allreduce(MPI_IN_PLACE, &provided, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
      // CHECK: parallel_region.c:[[@LINE+1]]:22: error: MPI_Barrier is not called by all ranks
      if (rank == 0) MPI_Barrier(MPI_COMM_WORLD);
    }
  }
  MPI_Finalize();
  return 0;
}
