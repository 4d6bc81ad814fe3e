// A store to the origin buffer of a pending MPI_Fetch_and_op, which MPI_NO_OP would not read.
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
#ifdef OK
  MPI_Fetch_and_op(&other, &value, MPI_INT, 0, 0, MPI_NO_OP, win);
#else
  // CHECK-DAG: fetch.c:[[@LINE+1]]:{{.*}}note: pending since here
  MPI_Fetch_and_op(&other, &value, MPI_INT, 0, 0, MPI_SUM, win);
#endif
  // CHECK-DAG: fetch.c:[[@LINE+1]]:{{.*}}error: the store writes to a buffer that a pending MPI_Fetch_and_op still reads [rma-race-local]
  other = 1;
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
