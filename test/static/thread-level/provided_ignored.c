// The thread level that MPI_Init_thread provides is never checked.
// RUN: %check %s -- -fopenmp 2>&1 | FileCheck %s
// RUN: %check %s -- -fopenmp -DLOOKED 2>&1 | FileCheck %s --check-prefix=OK
// CHECK: warning: the thread level that MPI_Init_thread returns is never checked
// OK-NOT: [thread-level]
#include <mpi.h>

int main(int argc, char **argv) {
  int provided, value = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
#ifdef LOOKED
  if (provided < MPI_THREAD_SERIALIZED) MPI_Abort(MPI_COMM_WORLD, 1);
#endif
#pragma omp parallel
#pragma omp single
  MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
