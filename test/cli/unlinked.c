// A source that compiles, but needs a library that nobody named: the message says that linking failed, and what to add.
// RUN: %not64 %lockstep run -n 2 %s 2>&1 | FileCheck %s
// RUN: %lockstep run -n 2 --cflags=-lm %s 2>&1 | FileCheck %s --check-prefix=LINKED
// CHECK: lockstep: error: {{.*}}unlinked.c does not link: name the libraries that it needs (such as --cflags=-lm)
// LINKED: lockstep: no errors
#include <math.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  printf("%g\n", cbrt(rank + argc));
  MPI_Finalize();
  return 0;
}
