// Arguments after a source are the program's; one that looks like a source gets a note that suggests --cflags.
// REQUIRES: mpich
// RUN: rm -rf %t && mkdir -p %t && cp %s %t/main.c && echo 'int half(int x) { return x / 2; }' > %t/half.c
// RUN: cd %t && %lockstep run --mpi mpich -n 1 main.c half.c 2>&1 | FileCheck %s
// RUN: cd %t && %lockstep run --mpi mpich -n 1 -q main.c half.c 2>&1 | FileCheck %s --implicit-check-not=note: --check-prefix=PASSED
// RUN: cd %t && %lockstep run --mpi mpich -n 1 main.c absent.c 2>&1 | FileCheck %s --implicit-check-not=note: --check-prefix=PASSED
// RUN: cd %t && %lockstep run --mpi mpich -n 1 --cflags="-DHALF half.c" main.c 4 2>&1 | FileCheck %s --implicit-check-not=note: --check-prefix=BOTH
// CHECK: lockstep: note: half.c is passed to the program; to compile it too: --cflags="half.c" main.c
// CHECK: got half.c
// PASSED: got {{half|absent}}.c
// BOTH: 2
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
#ifdef HALF
  int half(int x);
  printf("%d\n", half(atoi(argv[1])));
#else
  if (argc > 1) printf("got %s\n", argv[1]);
#endif
  MPI_Finalize();
  return 0;
}
