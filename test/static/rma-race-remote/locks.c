// Exclusive locks exclude the ranks, shared ones do not; the lock types and assertions of both MPIs are known.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s --check-prefix=RIGHT
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s --check-prefix=RIGHT
// RUN: %not66 %check %s -- -DSHARED 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s -- -DSHARED 2>&1 | FileCheck %s
// RUN: %not66 %check %s -- -DUNCHECKED 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s -- -DUNCHECKED 2>&1 | FileCheck %s
// RIGHT-NOT: {{warning|error}}:
// RIGHT: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int value = 1, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
#if defined SHARED
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
#elif defined UNCHECKED
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, MPI_MODE_NOCHECK, win);
#else
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
#endif
  // CHECK: locks.c:[[@LINE+1]]:{{.*}}error: MPI_Put writes to memory of rank 0 that another MPI_Put writes to: nothing orders the two [rma-race-remote]
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_unlock(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
