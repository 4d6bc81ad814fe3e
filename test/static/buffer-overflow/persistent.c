// A persistent send of 16 characters from the second of an array of 16.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: error:
// OK: is freed but never started [request-missing-start]
// OK: lockstep: 1 warning;
#include <mpi.h>

int main(int argc, char **argv) {
  char text[16];
  MPI_Request request;
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Send_init(text + 1, 15, MPI_CHAR, 0, 0, MPI_COMM_WORLD, &request);
#else
  // CHECK: persistent.c:[[@LINE+1]]:{{.*}}error: buf of MPI_Send_init (argument 1) points to 15 bytes of memory, but the call accesses 16 [buffer-overflow]
  MPI_Send_init(text + 1, 16, MPI_CHAR, 0, 0, MPI_COMM_WORLD, &request);
#endif
  MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
