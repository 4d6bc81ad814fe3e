// A fence on a window that has been freed: its handle is MPI_WIN_NULL.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Win win;
  int *memory;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
#ifdef OK
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
#else
  MPI_Win_free(&win);
  MPI_Win_fence(0, win);
  // BOTH: null.c:[[@LINE-1]]:3: error: win of MPI_Win_fence (argument 2) is MPI_WIN_NULL [arg-window]
#endif
  MPI_Finalize();
  return 0;
}
