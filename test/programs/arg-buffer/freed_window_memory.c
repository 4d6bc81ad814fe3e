// The memory of a window is freed before the window.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <stdlib.h>
#include <mpi.h>

int main(int argc, char **argv) {
  int *memory = malloc(64 * sizeof *memory);
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_create(memory, 64 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
#ifdef OK
  MPI_Win_free(&win);
  free(memory);
#else
  free(memory);
  // BOTH: freed_window_memory.c:[[@LINE-1]]:3: error: the memory of a window is freed before MPI_Win_free [arg-buffer]
  MPI_Win_free(&win);
#endif
  MPI_Finalize();
  return 0;
}
