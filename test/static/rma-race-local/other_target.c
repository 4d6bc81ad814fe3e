// A flush completes the operations on its own target only.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int value = 0, other = 0, window = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_create(&window, sizeof window, sizeof window, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  MPI_Win_flush(1, win);
  // CHECK-DAG: other_target.c:[[@LINE+1]]:{{.*}}note: pending since here
  MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
#ifdef OK
  MPI_Win_flush_all(win);
#else
  MPI_Win_flush(1, win);
#endif
  // CHECK-DAG: other_target.c:[[@LINE+1]]:{{.*}}error: the load reads a buffer that a pending MPI_Get writes to [rma-race-local]
  other = value;
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
