// Memory smaller than what the calls access: a variable, a block of the heap that another function allocates, a variable
// that another function passes on, a global variable, and the flag of a test in a byte. Optimized as well.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep run --mpi openmpi --cflags=-O2 -n 2 --timeout 60 %s 2>&1 | FileCheck %s
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>

static double table[8];

__attribute__((noinline)) static int *make(int n) { return malloc(n * sizeof(int)); }

__attribute__((noinline)) static void share(void *data, int count) {
  // CHECK-DAG: sizes.c:[[@LINE+1]]:{{[0-9]+}}: error: buffer of MPI_Bcast (argument 1) points to 12 bytes of memory, but the call accesses 16 [buffer-overflow]
  MPI_Bcast(data, count, MPI_INT, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
  int part[4] = {0}, three[3] = {0};
  int *block = make(argc + 4);
  uint8_t flag;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  // CHECK-DAG: sizes.c:[[@LINE+1]]:{{[0-9]+}}: error: buffer of MPI_Bcast (argument 1) points to 8 bytes of memory, but the call accesses 16 [buffer-overflow]
  MPI_Bcast(part + 2, argc + 3, MPI_INT, 0, MPI_COMM_WORLD);
  // CHECK-DAG: sizes.c:[[@LINE+1]]:{{[0-9]+}}: error: buffer of MPI_Bcast (argument 1) points to 20 bytes of memory, but the call accesses 24 [buffer-overflow]
  MPI_Bcast(block, argc + 5, MPI_INT, 0, MPI_COMM_WORLD);
  share(three, argc + 3);
  share(part, argc + 3);
  // CHECK-DAG: sizes.c:[[@LINE+1]]:{{[0-9]+}}: error: buffer of MPI_Bcast (argument 1) points to 64 bytes of memory, but the call accesses 72 [buffer-overflow]
  MPI_Bcast(table, argc + 8, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  // CHECK-DAG: sizes.c:[[@LINE+1]]:{{[0-9]+}}: error: flag of MPI_Test (argument 2) points to 1 byte, but the result has 4 bytes [buffer-overflow]
  MPI_Test(&request, (int *)&flag, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  free(block);
  return 0;
}
// CHECK: 5 errors
