// A barrier after MPI_Finalize on every rank.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=lifecycle
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=lifecycle
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Finalize();
  MPI_Barrier(MPI_COMM_WORLD);
  return 0;
}

// CHECK: call_after_finalize.c:[[@LINE-4]]:{{[0-9]+}}: error: {{.*}}after MPI_Finalize{{.*}} [lifecycle]
