// A get of five integers into an allocation of four.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int *values = malloc(4 * sizeof(int)), window[8];
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_create(window, sizeof window, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
#ifdef OK
  MPI_Get(values, 4, MPI_INT, 0, 0, 4, MPI_INT, win);
#else
  // CHECK: rma.c:[[@LINE+1]]:{{.*}}error: origin_addr of MPI_Get (argument 1) points to 16 bytes of memory, but the call accesses 20 [buffer-overflow]
  MPI_Get(values, 5, MPI_INT, 0, 0, 5, MPI_INT, win);
#endif
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  free(values);
  MPI_Finalize();
  return 0;
}
