// Rank 0 is locked while it is locked; another rank, or all after an empty fence, may be.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int window = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_create(&window, sizeof window, sizeof window, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
#ifdef OK
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
#else
  // CHECK: locked_twice.c:[[@LINE+1]]:{{.*}}error: MPI_Win_lock of rank 0, which the process has locked already [rma-epoch]
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
#endif
  MPI_Win_unlock(0, win);
#ifdef OK
  MPI_Win_unlock(1, win);
  MPI_Win_fence(0, win);
  MPI_Win_lock_all(0, win);
  MPI_Win_unlock_all(win);
#endif
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
