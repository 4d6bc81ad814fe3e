// The return address of a hook gives the line and column of its access, also where several accesses share one check.
// RUN: %clang -w -O1 -c %S/Inputs/seen.c -o %t.seen.o
// RUN: for level in 0 2; do %clang -O$level -g -no-pie -fpass-plugin=%instrument -I%S/Inputs %s %t.seen.o -o %t && SITES=1 %t > %t.sites && llvm-symbolizer --no-inlines -e %t < %t.sites | grep -v '^$' > %t.out && FileCheck %s < %t.out || exit 1; done
#include "seen.h"

struct point { int x, y, z; };

__attribute__((noinline)) static void change(struct point *p) {
  p->x = 3;
  p->y =
      p->z;
}

__attribute__((noinline)) static int hoisted(int *p, const int *bound) {
  int sum = 0;
  for (int i = 0; i < 4; ++i)
    for (int k = i; k < 5; ++k)
      sum += p[k] / (*bound + 1);
  return sum;
}

int main(void) {
  static struct point point;
  watch(&point, sizeof point);
  change(&point);
  // CHECK: change
  // CHECK-NEXT: sites.c:9:8
  // CHECK: change
  // CHECK-NEXT: sites.c:11:10
  // CHECK: change
  // CHECK-NEXT: sites.c:10:8
  show("point");
  int numbers[5] = {0};
  watch(&point.x, sizeof point.x);
  return hoisted(numbers, &point.x);
  // CHECK-NEXT: hoisted
  // CHECK-NEXT: sites.c:18:22
}
