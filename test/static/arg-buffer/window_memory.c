// The memory of a window is freed, or left by its function, before the window; and a window is larger than its memory.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{error|warning}}:
// OK: lockstep: no errors
#include <mpi.h>
#include <stdlib.h>

static void expose(MPI_Win *win) {
#ifdef OK
  static
#endif
      int local[4];
  // CHECK-DAG: window_memory.c:[[@LINE+2]]:{{[0-9]+}}: note: the window is created here
  // CHECK-DAG: error: the memory of a window is gone with the return from its function before MPI_Win_free [arg-buffer]
  MPI_Win_create(local, sizeof local, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, win);
}

int main(int argc, char **argv) {
  int two[2];
  MPI_Win first, second, third;
  MPI_Init(&argc, &argv);
  int *memory = malloc(16 * sizeof(int));
  MPI_Win_create(memory, 16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &first);
  expose(&second);
#ifdef OK
  const MPI_Aint bytes = sizeof two;
  MPI_Win_free(&first);
#else
  const MPI_Aint bytes = 4 * sizeof two;
#endif
  // CHECK-DAG: window_memory.c:[[@LINE+1]]:3: error: the memory of a window is freed before MPI_Win_free [arg-buffer]
  free(memory);
  // CHECK-DAG: window_memory.c:[[@LINE+1]]:3: error: base of MPI_Win_create (argument 1) points to 8 bytes of memory, but the window has 32 [rma-bounds]
  MPI_Win_create(two, bytes, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &third);
#ifndef OK
  MPI_Win_free(&first);
#endif
  MPI_Win_free(&second);
  MPI_Win_free(&third);
  MPI_Finalize();
  return 0;
}
