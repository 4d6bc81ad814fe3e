// Without debug information the function is named, and one line says what to do; equally in every format.
// REQUIRES: mpich, openmpi
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %mpicc-mpich %s -o mpich.out
// RUN: %mpicc-openmpi %s -o openmpi.out
// RUN: %not66 %lockstep run -n 2 --json found.json --sarif found.sarif mpich.out 2>&1 | FileCheck %s -DPROGRAM=mpich.out
// RUN: %not66 %lockstep run -n 2 openmpi.out 2>&1 | FileCheck %s -DPROGRAM=openmpi.out
// CHECK: [[PROGRAM]]+0x{{[0-9a-f]+}}: error: {{.*}} [coll-root-mismatch]
// CHECK-NEXT: | calls MPI_Bcast on ranks 0-1, in function send of [[PROGRAM]]
// CHECK: lockstep: no source lines in [[PROGRAM]]: compile with -g
// CHECK-NOT: compile with -g
// CHECK: lockstep: 1 error
//
// RUN: %json-has found.json findings.0.sites.0.function=send findings.0.sites.0.line=0
// RUN: %json-has found.sarif 'runs.0.results.0.locations.0.message.text=calls MPI_Bcast on ranks 0-1, in function send of mpich.out'
// RUN: %lockstep report --format junit found.json | FileCheck %s --check-prefix=OTHER
// RUN: %lockstep report --format github found.json | FileCheck %s --check-prefix=OTHER
// OTHER: calls MPI_Bcast on ranks 0-1, in function send of mpich.out
//
// With it there is no such line.
// RUN: %mpicc-mpich -g %s -o with.out
// RUN: %not66 %lockstep run -n 2 with.out 2>&1 | FileCheck %s --check-prefix=WITH --implicit-check-not='compile with -g'
// WITH: without-g.c:{{[0-9:]+}}: error:
#include <mpi.h>

__attribute__((noinline)) static void send(int *value, int root) {
  MPI_Bcast(value, 1, MPI_INT, root, MPI_COMM_WORLD);
  *value += 1;
}

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = 0;
  send(&value, rank);
  MPI_Finalize();
  return 0;
}
