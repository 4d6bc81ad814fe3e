// A static library among the --cflags is linked after the source that needs it.
// REQUIRES: mpich
// RUN: rm -rf %t && mkdir %t
// RUN: echo 'int answer(void) { return 42; }' > %t/answer.c && gcc -c %t/answer.c -o %t/answer.o && ar rcs %t/libanswer.a %t/answer.o
// RUN: %lockstep run --mpi mpich -n 1 --cflags="-DN=42 %t/libanswer.a" %s 2>&1 | FileCheck %s
// CHECK: lockstep: no errors
#include <mpi.h>

int answer(void);

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Finalize();
  return answer() != N;
}
