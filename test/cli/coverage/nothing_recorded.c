// Nothing was recorded: the run is no success, whatever the program's status is.
//
// A program that makes no MPI call.
// RUN: rm -rf %t && mkdir %t && %mpicc-mpich -g %s -o %t/app
// RUN: %not64 %lockstep run -n 2 %t/app 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: lockstep: error: {{.*}}app made no MPI call: nothing was checked
// NONE-NOT: no errors
//
// One that fails before its first call has said why itself.
// RUN: %exits 3 %lockstep run -n 1 %t/app fail 2>&1 | FileCheck %s --check-prefix=FAILED
// FAILED: lockstep: nothing was checked; 0 MPI calls seen; the program exited with status 3
//
// An installation that the dynamic loader cannot preload from.
// RUN: mkdir -p '%t/a b/bin' '%t/a:b/bin' && cp %lockstep '%t/a b/bin' && cp %lockstep '%t/a:b/bin'
// RUN: cp -r %build/lib '%t/a b/lib' && cp -r %build/share '%t/a b/share' && mkdir -p '%t/a:b/lib/lockstep' && cp -r %build/share '%t/a:b/share' && cp %build/lib/lockstep/*stub* '%t/a:b/lib/lockstep'
// RUN: %not70 '%t/a b/bin/lockstep' run -n 2 %t/app 2>&1 | FileCheck %s --check-prefix=SPACE
// RUN: %not70 '%t/a:b/bin/lockstep' run -n 2 %t/app 2>&1 | FileCheck %s --check-prefix=SPACE
// SPACE: lockstep: error: the dynamic loader takes a space or colon in {{.*}}/lib/lockstep for the end of a name and would not load the recorder: install Lockstep elsewhere
//
// REQUIRES: mpich
#include <mpi.h>

int main(int argc, char **argv) {
  (void)argv;
  if (argc > 7) MPI_Init(0, 0);
  return argc > 1 ? 3 : 0;
}
