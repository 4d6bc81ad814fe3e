// `masked` with a filter runs on another thread than the first, which MPI_THREAD_FUNNELED does not allow; two of the
// same thread are ordered.
// RUN: %check %s -- -fopenmp -fopenmp-version=51 -DTHREAD=1 2>&1 | FileCheck %s
// RUN: %check %s -- -fopenmp -fopenmp-version=51 -DTHREAD=0 2>&1 | FileCheck %s --check-prefix=OK
// CHECK: warning: MPI_Barrier needs MPI_THREAD_SERIALIZED, but the program requests MPI_THREAD_FUNNELED
// CHECK-NOT: [coll-
// OK-NOT: [thread-level]
// OK-NOT: [coll-
// OK: lockstep: no errors
#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  if (provided < MPI_THREAD_FUNNELED) MPI_Abort(MPI_COMM_WORLD, 1);
#pragma omp parallel num_threads(2)
  {
#pragma omp masked filter(THREAD)
    MPI_Barrier(MPI_COMM_WORLD);
    if (omp_get_thread_num() == THREAD) MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
