// A persistent send of MPI_DOUBLE from an array of float.
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
  float values[4] = {0};
  MPI_Request request;
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Send_init(values, 4, MPI_FLOAT, 0, 0, MPI_COMM_WORLD, &request);
#else
  // CHECK: persistent.c:[[@LINE+1]]:{{.*}}error: buf of MPI_Send_init (argument 1) points to floating-point numbers of 4 bytes, but the datatype is MPI_DOUBLE [buffer-type]
  MPI_Send_init(values, 2, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, &request);
#endif
  MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
