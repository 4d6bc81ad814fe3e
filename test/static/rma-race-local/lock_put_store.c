// A store to the origin buffer of a put before the unlock.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int value = 0, window = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_create(&window, sizeof window, sizeof window, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  // CHECK-DAG: lock_put_store.c:[[@LINE+1]]:{{.*}}note: pending since here
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
#ifdef OK
  MPI_Win_unlock(0, win);
#endif
  // CHECK-DAG: lock_put_store.c:[[@LINE+1]]:{{.*}}error: the store writes to a buffer that a pending MPI_Put still reads [rma-race-local]
  value = 2;
#ifndef OK
  MPI_Win_unlock(0, win);
#endif
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
