// A load of the result of MPI_Rget before its request is complete.
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
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Win_create(&window, sizeof window, sizeof window, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  // CHECK-DAG: request.c:[[@LINE+1]]:{{.*}}note: pending since here
  MPI_Rget(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request);
#ifdef OK
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
  // CHECK-DAG: request.c:[[@LINE+1]]:{{.*}}error: the load reads a buffer that a pending MPI_Rget writes to [rma-race-local]
  other = value;
#ifndef OK
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
