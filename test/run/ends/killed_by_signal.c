// A rank that dies by a signal is named with the signal, and the rank that waits for it with it.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json outcome.status=signalled outcome.code=11 findings.0.rule=lifecycle
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json outcome.status=signalled outcome.code=11 findings.0.rule=lifecycle
#include <mpi.h>
#include <signal.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) raise(SIGSEGV);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}

// CHECK: killed_by_signal.c:{{[0-9]+}}:{{[0-9]+}}: error: rank 1 {{.*}}signal 11{{.*}} [lifecycle]
// CHECK-NOT: error:
