// A program that cannot be an MPI program is run once, however many ranks were asked for, and then refused.
// REQUIRES: mpich
// RUN: gcc %s -o %t.program
// RUN: %not64 %lockstep run -n 3 %t.program > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=ERROR < %t.err
// RUN: grep -c '^here$' %t.out | FileCheck %s --check-prefix=ONCE
// ERROR: is not an MPI program: it loads no MPI library and made no MPI call
// ONCE: {{^1$}}
#include <stdio.h>

int main(void) {
  puts("here");
  return 0;
}
