// An epoch that is still open, with its window, when MPI is finalized.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefixes=BOTH,RUNTIME
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Win win;
  int *memory;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  // Difference: check does not look for windows that are left at MPI_Finalize.
  // RUNTIME-DAG: open_at_finalize.c:[[@LINE-2]]:3: warning: the window that MPI_Win_allocate makes here is never freed [leak-window]
  MPI_Win_lock_all(0, win);
#ifdef OK
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
#endif
  MPI_Finalize();
  // BOTH-DAG: open_at_finalize.c:[[@LINE-1]]:3: error: a lock is never released before MPI_Finalize [rma-epoch]
  return 0;
}
