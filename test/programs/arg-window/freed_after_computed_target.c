// A window that is used after it was freed, and before with a target that is computed.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, target, value = 1;
  MPI_Win win, copy;
  int *memory;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Allreduce(&rank, &target, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  copy = win;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
  MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
  MPI_Win_unlock(target, win);
  MPI_Win_free(&win);
#ifndef OK
  MPI_Win_fence(0, copy);
  // Difference: check knows that the window was freed, the run only that the handle is not valid.
  // CHECK: freed_after_computed_target.c:[[@LINE-2]]:3: error: win of MPI_Win_fence (argument 2) is a window that was freed before [arg-window]
  // RUNTIME: freed_after_computed_target.c:[[@LINE-3]]:3: error: win of MPI_Win_fence (argument 2) is not a valid window: freed or never created [arg-window]
#endif
  MPI_Finalize();
  return 0;
}
