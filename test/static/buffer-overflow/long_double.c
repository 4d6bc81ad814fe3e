// A broadcast of two elements from the memory of one.
// REQUIRES: mpich
// RUN: %not66 %check %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  long double part = 1;
  MPI_Init(&argc, &argv);
  MPI_Bcast(&part, 2, MPI_LONG_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}

// CHECK: long_double.c:[[@LINE-5]]:{{[0-9]+}}: error: buffer of MPI_Bcast (argument 1) points to 16 bytes of memory, but the call accesses 32 [buffer-overflow]
