// MPI_Start of MPI_REQUEST_NULL.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=arg-request
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=arg-request
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Init(&argc, &argv);
  MPI_Start(&request);
  MPI_Finalize();
  return 0;
}

// CHECK: start_null.c:[[@LINE-5]]:{{[0-9]+}}: error: request of MPI_Start (argument 1) is MPI_REQUEST_NULL [arg-request]
