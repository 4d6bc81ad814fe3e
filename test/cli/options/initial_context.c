// Whether functions without a caller are run by threads can be set from the environment.
// RUN: LOCKSTEP_OPTIONS=initial-context=parallel %not66 %check %s 2>&1 | FileCheck %s
// RUN: LOCKSTEP_OPTIONS=initial-context=parallel %check --initial-context=serial %s
// CHECK: error: MPI_Barrier is called by several threads of a process
#include <mpi.h>

void meet(void) { MPI_Barrier(MPI_COMM_WORLD); }
