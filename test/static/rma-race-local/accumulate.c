// A store to the origin buffer of an accumulate before the local flush.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int value = 0, memory = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  // CHECK-DAG: accumulate.c:[[@LINE+1]]:{{.*}}note: pending since here
  MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
#ifdef OK
  MPI_Win_flush_local_all(win);
#endif
  // CHECK-DAG: accumulate.c:[[@LINE+1]]:{{.*}}error: the store writes to a buffer that a pending MPI_Accumulate still reads [rma-race-local]
  value = 1;
#ifndef OK
  MPI_Win_flush_local_all(win);
#endif
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
