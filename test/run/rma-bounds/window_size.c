// A window over the address of a pointer instead of its target, and one over less memory than its size.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 %s 2>&1 | FileCheck %s
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  MPI_Win first, second, third;
  _Alignas(16) double *block = malloc(8 * sizeof(double));
  MPI_Init(&argc, &argv);
  // CHECK: window_size.c:[[@LINE+1]]:{{[0-9]+}}: error: base of MPI_Win_create (argument 1) points to 8 bytes of memory, but the window has 64 [rma-bounds]
  MPI_Win_create(&block, 8 * sizeof(double), 8, MPI_INFO_NULL, MPI_COMM_WORLD, &first);
  // CHECK: window_size.c:[[@LINE+1]]:{{[0-9]+}}: error: base of MPI_Win_create (argument 1) points to 64 bytes of memory, but the window has 128 [rma-bounds]
  MPI_Win_create(block, 16 * sizeof(double), 8, MPI_INFO_NULL, MPI_COMM_WORLD, &second);
  MPI_Win_create(block, 8 * sizeof(double), 8, MPI_INFO_NULL, MPI_COMM_WORLD, &third);
  MPI_Win_free(&first);
  MPI_Win_free(&second);
  MPI_Win_free(&third);
  MPI_Finalize();
  free(block);
  return 0;
}
// CHECK: 2 errors
