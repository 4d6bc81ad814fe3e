// All threads call the collective one at a time, so the sequence of calls is the same for the other ranks: a note,
// shown with -v.
// RUN: %check %s -- -fopenmp 2>&1 | FileCheck %s --check-prefix=QUIET --implicit-check-not=coll-
// RUN: %check -v %s -- -fopenmp 2>&1 | FileCheck %s
// RUN: %check -v %s -- -fopenmp -DLOCKS 2>&1 | FileCheck %s
// QUIET: no errors
#include <mpi.h>
#include <omp.h>

omp_lock_t lock;

int main(int argc, char **argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
  if (provided < MPI_THREAD_SERIALIZED) MPI_Abort(MPI_COMM_WORLD, 1);
  omp_init_lock(&lock);
#pragma omp parallel
  {
#ifdef LOCKS
    omp_set_lock(&lock);
#else
#pragma omp critical
#endif
    // CHECK: in_critical.c:[[@LINE+1]]:5: note: MPI_Barrier is called by several threads of a process on the same communicator, in turn
    MPI_Barrier(MPI_COMM_WORLD);
#ifdef LOCKS
    omp_unset_lock(&lock);
#endif
  }
  omp_destroy_lock(&lock);
  MPI_Finalize();
  return 0;
}
