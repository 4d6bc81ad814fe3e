// Memory of windows that is freed, or whose function returns, before the windows are freed.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep run --mpi openmpi --cflags=-O2 -n 2 --timeout 60 %s 2>&1 | FileCheck %s
#include <mpi.h>
#include <stdlib.h>

static MPI_Win expose(void) {
  _Alignas(16) double values[8];
  MPI_Win window;
  MPI_Win_create(values, sizeof values, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  // CHECK-DAG: window_memory.c:{{[0-9]+}}:{{[0-9]+}}: error: the memory of a window is gone with the return from its function before MPI_Win_free [arg-buffer]
  return window;
}

int main(int argc, char **argv) {
  MPI_Win first, second, third;
  MPI_Init(&argc, &argv);
  double *block = malloc(64), *kept = malloc(64);
  MPI_Win_create(block, 64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &first);
  MPI_Win_create(kept, 64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &second);
  third = expose();
  MPI_Barrier(MPI_COMM_WORLD);
  // CHECK-DAG: window_memory.c:[[@LINE+1]]:{{[0-9]+}}: error: the memory of a window is freed before MPI_Win_free [arg-buffer]
  free(block);
  MPI_Win_free(&first);
  MPI_Win_free(&second);
  MPI_Win_free(&third);
  free(kept);
  MPI_Finalize();
  return 0;
}
// CHECK: 2 errors
