// A source that does not compile: the compiler's messages, then one line of Lockstep, status 64, and no run.
// RUN: %not64 %lockstep run -n 2 %s 2>%t.err >%t.out
// RUN: FileCheck %s < %t.err
// RUN: not grep ran %t.out
// CHECK: bad-source.c:[[#@LINE+6]]:{{.*}}error:
// CHECK: {{^}}lockstep: error: {{.*}}bad-source.c{{.*$}}
// CHECK-NOT: {{.}}
#include <stdio.h>
int main(void) {
  printf("ran\n");
  return undeclared;
}
