// A single with nowait, or a task, in a loop: two rounds may run on two threads at the same time.
// RUN: %not66 %check %s -- -fopenmp 2>&1 | FileCheck %s
// RUN: %check %s -- -fopenmp -DROUNDS=argc 2>&1 | FileCheck %s --check-prefix=PERHAPS
// RUN: %check %s -- -fopenmp -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %not66 %check %s -- -fopenmp -DTASK 2>&1 | FileCheck %s
// RUN: %check %s -- -fopenmp -DTASK -DOK 2>&1 | FileCheck %s --check-prefix=OK
// CHECK: error: MPI_Barrier is called by several threads of a process on the same communicator [coll-multithreaded]
// CHECK: note: executed again with no barrier or wait in between, perhaps by another thread
// PERHAPS: warning: MPI_Barrier may be called by several threads
// OK-NOT: {{error|warning}}:
// OK: lockstep: no errors
#include <mpi.h>

#ifndef ROUNDS
#define ROUNDS 3
#endif

int main(int argc, char **argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
#ifdef TASK
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < ROUNDS; ++i) {
#pragma omp task
    MPI_Barrier(MPI_COMM_WORLD);
#ifdef OK
#pragma omp taskwait
#endif
  }
#else
#pragma omp parallel
  for (int i = 0; i < ROUNDS; ++i) {
#ifdef OK
#pragma omp single
#else
#pragma omp single nowait
#endif
    MPI_Barrier(MPI_COMM_WORLD);
  }
#endif
  MPI_Finalize();
  return 0;
}
