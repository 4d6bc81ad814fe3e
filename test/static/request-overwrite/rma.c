// The second MPI_Rget overwrites the request of the first, which is never completed.
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
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  // CHECK: rma.c:[[@LINE+1]]:{{.*}}error: the request of MPI_Rget is overwritten by that of MPI_Rget and never completed [request-overwrite]
  MPI_Rget(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request);
#ifdef OK
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
  MPI_Rget(&other, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_unlock(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
