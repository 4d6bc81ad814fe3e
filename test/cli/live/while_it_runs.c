// A finding is printed while the job runs: this one continues until it has been seen. The end does not print it again,
// but counts it and prints what only the end shows.
//
// RUN: rm -rf %t && mkdir %t && %mpicc-mpich -g %s -o %t/app
// RUN: %not66 %python %S/Inputs/until-seen.py coll-type-mismatch %t/seen %lockstep run -n 2 --json %t/f.json %t/app %t/seen > %t/out
// RUN: FileCheck %s --input-file=%t/out
// RUN: %findings %t/f.json | FileCheck %s --check-prefix=ALL
//
// With -q there is nothing but findings.
// RUN: rm %t/seen && %not66 %python %S/Inputs/until-seen.py coll-type-mismatch %t/seen %lockstep run -q -n 2 %t/app %t/seen > %t/quiet
// RUN: FileCheck %s --check-prefix=QUIET --input-file=%t/quiet
//
// What is known already is not printed in between either.
// RUN: rm %t/seen && echo 'coll-type-mismatch:*:main' > %t/known
// RUN: %lockstep run -n 2 --suppressions %t/known %t/app 2>&1 | FileCheck %s --check-prefix=KNOWN
//
// REQUIRES: mpich
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int rank, x = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // CHECK: while_it_runs.c:[[#@LINE+4]]:{{[0-9]+}}: error: ranks disagree on the datatype of MPI_Bcast
  // CHECK-SAME: [coll-type-mismatch]
  // CHECK-NEXT: -- seen --
  // CHECK-NOT: coll-type-mismatch
  MPI_Bcast(&x, 1, rank ? MPI_INT : MPI_FLOAT, 0, MPI_COMM_WORLD);
  MPI_Comm lost;
  // CHECK: while_it_runs.c:[[#@LINE+2]]:{{[0-9]+}}: warning: {{.*}} [leak-comm]
  // CHECK: lockstep: 1 error, 1 warning in 2 ranks
  MPI_Comm_dup(MPI_COMM_WORLD, &lost);
  // ALL-DAG: coll-type-mismatch
  // ALL-DAG: leak-comm
  // QUIET: [coll-type-mismatch]
  // QUIET-NOT: lockstep:
  // QUIET-NOT: coll-type-mismatch
  // KNOWN-NOT: coll-type-mismatch
  // KNOWN: lockstep: 1 warning in 2 ranks; {{.*}}1 known finding hidden
  while (argc > 1 && access(argv[1], F_OK) != 0) usleep(1000);
  if (argc == 1) sleep(2);
  MPI_Finalize();
  return 0;
}
