// The memory of a window is freed before the window.
// RUN: %check %s 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
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
  // Difference: check does not follow the memory of a window to the place where it is freed.
  // RUNTIME: freed_window_memory.c:[[@LINE-2]]:3: error: the memory of a window is freed before MPI_Win_free [arg-buffer]
  // CHECK: lockstep: no errors
  MPI_Win_free(&win);
#endif
  MPI_Finalize();
  return 0;
}
