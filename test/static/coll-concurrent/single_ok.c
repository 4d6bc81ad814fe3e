// The barrier at the end of the first single orders them, as does an explicit one; masked is always the same thread.
// RUN: %check %s -- -fopenmp 2>&1 | FileCheck %s
// CHECK-NOT: [coll-
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int provided, value = 0;
  MPI_Comm other;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
#pragma omp parallel
  {
#pragma omp single
    MPI_Barrier(MPI_COMM_WORLD);
#pragma omp single nowait
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
#pragma omp barrier
#pragma omp masked
    MPI_Barrier(MPI_COMM_WORLD);
#pragma omp masked
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
#pragma omp single nowait
    MPI_Barrier(other);
  }
  MPI_Comm_free(&other);
  MPI_Finalize();
  return 0;
}
