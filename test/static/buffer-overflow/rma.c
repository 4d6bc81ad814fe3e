// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, size;
  int *values = malloc(4 * sizeof(int)), window[8];
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_create(window, sizeof window, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  // CHECK: rma.c:[[@LINE+1]]:{{.*}}error: origin_addr of MPI_Get (argument 1) points to 16 bytes of memory, but the call accesses 20 [buffer-overflow]
  MPI_Get(values, 5, MPI_INT, 0, 0, 5, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  free(values);
  MPI_Finalize();
  return 0;
}
