// MPI_Comm_rank before MPI_Init on every rank.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.0.rule=lifecycle
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.0.rule=lifecycle
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Init(&argc, &argv);
  MPI_Finalize();
  return 0;
}

// CHECK: call_before_init.c:[[@LINE-6]]:{{[0-9]+}}: error: {{.*}}before MPI_Init{{.*}} [lifecycle]
