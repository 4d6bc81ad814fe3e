// The receive buffer was never allocated.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=arg-buffer
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=arg-buffer
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
  int value = 1, *result = NULL;
  MPI_Init(&argc, &argv);
  MPI_Allreduce(&value, result, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}

// CHECK: null.c:[[@LINE-5]]:{{[0-9]+}}: error: recvbuf of MPI_Allreduce (argument 2) is NULL, but the call transfers data [arg-buffer]
