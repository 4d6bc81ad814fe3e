// Every kind of access is recorded to the byte, the same at every level of optimization and with every width of
// vectors.
// RUN: %clang -w -O1 -c %S/Inputs/seen.c -o %t.seen.o
// RUN: for flags in -O0 "-O0 -g" -O1 -O2 "-O2 -g" -O3 "-O3 -march=native" "-O3 -march=native -mprefer-vector-width=512"; do %clang $flags -fpass-plugin=%instrument -I%S/Inputs %s %t.seen.o -o %t && %t > %t.out && FileCheck %s < %t.out || { echo "with $flags"; exit 1; }; done
#include <string.h>

#include "seen.h"

enum { kCount = 64 };
struct pair { int first, second; };
struct big { char bytes[40]; };
typedef float wide __attribute__((vector_size(64), aligned(4)));

static int take(struct big copy) { return copy.bytes[3]; }
__attribute__((noinline)) int takeCopy(struct big copy) { return take(copy); }
__attribute__((noinline)) static double sum(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += a[i];
  return s;
}
__attribute__((noinline)) static void fill(int *a, int n, int step) {
  for (int i = 0; i < n; i += step) a[i] = i;
}
__attribute__((noinline)) static int even(const struct pair *a, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i) s += a[i].first;
  return s;
}
__attribute__((noinline)) static void some(int *a, const char *wanted, int n) {
  for (int i = 0; i < n; ++i)
    if (wanted[i]) a[i] += 1;
}
__attribute__((noinline)) static int gather(const int *a, const int *index, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i) s += a[index[i]];
  return s;
}
__attribute__((noinline)) static int twice(int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i) a[2 * i + 1] = i;
  for (int i = 0; i < n; ++i) s += a[2 * i + 1];
  return s;
}
__attribute__((noinline)) static int unsure(const int *a, unsigned first, unsigned n) {
  int s = 0;
  for (unsigned i = 0; i != n; ++i) s += a[first + 2 * i];
  return s;
}
__attribute__((noinline)) static void stencil(const int *in, int *out, int n) {
  for (int i = 1; i < n - 1; ++i) out[i] = in[i - 1] + in[i] + in[i + 1];
}
__attribute__((noinline)) static void add(struct pair *a, int n) {
  for (int i = 0; i < n; ++i) a[i].first += a[i].second;
}
__attribute__((noinline)) static void backwards(short *a, int n) {
  for (int i = n - 1; i >= 0; --i) a[i] = (short)i;
}
__attribute__((noinline)) static void unaligned(char *a) { *(wide *)(a + 4) = *(wide *)(a + 128) + 1; }
__attribute__((noinline)) static void copies(char *a, int n) {
  memcpy(a, a + 100, (size_t)n);
  memmove(a + 32, a + 34, 4);
  memset(a + 50, 1, (size_t)n / 2);
}
__attribute__((noinline)) static int maybe(const int *a, int isWanted) {
  int v = 0;
  if (isWanted) v = a[5];
  return v + a[0];
}

int main(void) {
  static _Alignas(64) char memory[8192];
  static const char wanted[kCount] = {[1] = 1, [2] = 1, [17] = 1, [63] = 1};
  static const int index[kCount / 2] = {3, 9, [31] = 60};
  volatile int step = 2, no = 0;
  watch(memory, sizeof memory);
  volatile double result = sum((double *)memory, 51);
  show("sum");  // CHECK: sum: load 0-408{{$}}
  fill((int *)memory, 5, 1);
  show("fill");  // CHECK-NEXT: fill: store 0-20{{$}}
  fill((int *)memory, 8, step);
  show("strided");  // CHECK-NEXT: strided: store 0-4 8-12 16-20 24-28{{$}}
  result = even((struct pair *)memory, 4);
  show("even");  // CHECK-NEXT: even: load 0-4 8-12 16-20 24-28{{$}}
  result = even((struct pair *)memory, 35);
  show("long even");  // CHECK-NEXT: long even: load 0-4 8-12 {{.*}} 264-268 272-276{{$}}
  some((int *)memory, wanted, kCount);
  show("some");  // CHECK-NEXT: some:{{( load 4-12 68-72 252-256)?}} store 4-12 68-72 252-256{{$}}
  result = gather((int *)memory, index, kCount / 2);
  show("gather");  // CHECK-NEXT: gather: load 0-4 12-16 36-40 240-244{{$}}
  backwards((short *)memory, 21);
  show("backwards");  // CHECK-NEXT: backwards: store 0-42{{$}}
  result = twice((int *)memory, 40);
  show("twice");  // CHECK-NEXT: twice:{{( load( [0-9]+-[0-9]+){40})?}} store 4-8 12-16 {{.*}} 308-312 316-320{{$}}
  result = unsure((int *)memory, (unsigned)no + 1, (unsigned)no + 40);
  show("unsure");  // CHECK-NEXT: unsure: load 4-8 12-16 {{.*}} 308-312 316-320{{$}}
  stencil((int *)memory, (int *)(memory + 2000), 100);
  show("stencil");  // CHECK-NEXT: stencil: load 0-400 store 2004-2396{{$}}
  stencil((int *)memory, (int *)(memory + 2000), 2 + no);
  show("no round");  // CHECK-NEXT: no round:{{$}}
  add((struct pair *)memory, 2);
  show("parts");  // CHECK-NEXT: parts: load {{0-16|4-8 12-16}} store 0-4 8-12{{$}}
  unaligned(memory);
  show("unaligned");  // CHECK-NEXT: unaligned: load 128-192 store 4-68{{$}}
  copies(memory, 13 + no);
  show("copies");  // CHECK-NEXT: copies: load 34-38 100-113 store 0-13 32-36 50-56{{$}}
  copies(memory, 5000 - 4990 + no);
  show("copies");  // CHECK-NEXT: copies: load 34-38 100-110 store 0-10 32-36 50-55{{$}}
  result = takeCopy(*(struct big *)memory);
  show("argument");  // CHECK-NEXT: argument: load 0-40{{$}}
  result = maybe((int *)memory, no);
  show("not speculated");  // CHECK-NEXT: not speculated: load 0-4{{$}}
  return 0;
}
