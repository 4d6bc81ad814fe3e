// --initial-context=parallel means that threads call a function without known callers.
// RUN: %check %s -- -fopenmp 2>&1 | FileCheck %s --check-prefix=SERIAL
// RUN: %not66 %check --initial-context=parallel %s -- -fopenmp 2>&1 | FileCheck %s
// RUN: %not64 %check --initial-context=odd %s
// SERIAL-NOT: [coll-
#include <mpi.h>

void meet(void) {
  // CHECK: initial_context.c:[[@LINE+1]]:3: error: MPI_Barrier is called by several threads of a process
  MPI_Barrier(MPI_COMM_WORLD);
}

void meetOnce(void) {
  // CHECK-NOT: initial_context.c:[[@LINE+2]]
#pragma omp single
  MPI_Allreduce(MPI_IN_PLACE, 0, 0, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}
