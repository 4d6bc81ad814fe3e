// Nests of loops are recorded to the byte, whatever their bounds: the rows recorded in front of a nest are what its
// accesses record one by one without optimization.
// RUN: %clang -w -O1 -c %S/Inputs/seen.c -o %t.seen.o
// RUN: %clang -O0 -fpass-plugin=%instrument -I%S/Inputs %s %t.seen.o -o %t.0 && %t.0 > %t.expected
// RUN: for flags in -O1 -O2 "-O2 -g" -O3 "-O3 -march=native"; do %clang $flags -fpass-plugin=%instrument -I%S/Inputs %s %t.seen.o -o %t && %t > %t.out && diff %t.expected %t.out || { echo "with $flags"; exit 1; }; done
// RUN: FileCheck %s < %t.expected
#include <stdio.h>

#include "seen.h"

enum { kWidth = 32, kHeight = 24 };
static int a[kHeight * kWidth], b[kHeight * kWidth];
static int sink;

typedef void nest(int m, int n);
#define NEST __attribute__((noinline)) static void

NEST inner(int m, int n) {
  for (int i = 1; i < m - 1; ++i)
    for (int j = 1; j < n - 1; ++j) a[i * kWidth + j] = b[i * kWidth + j - 1] + b[i * kWidth + j + 1];
}
NEST symbolic(int m, int n) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) a[i * n + j] = i;
}
NEST columns(int m, int n) {
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) a[i * kWidth + j] += 1;
}
NEST strided(int m, int n) {
  for (int i = 0; i < m; i += 2)
    for (int j = 0; j < n; j += 3) a[i * kWidth + j] = j;
}
NEST upwardsDownwards(int m, int n) {
  for (int i = m - 1; i >= 0; --i)
    for (int j = n - 1; j > 0; --j) a[i * kWidth + j] = j;
}
NEST triangle(int m, int n) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < i && j < n; ++j) a[i * kWidth + j] = j;
}
NEST diagonal(int m, int n) {
  for (int i = 0; i < m && i < n; ++i)
    for (int j = 0; j < 2; ++j) a[i * (kWidth + 1) + 2 * j] = j;
}
NEST repeated(int m, int n) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) a[j] += b[j] + i;
}
NEST besides(int m, int n) {
  for (int i = 0; i < m; ++i) {
    int sum = 0;
    for (int j = 0; j < n; ++j) sum += b[i * kWidth + j];
    a[2 * i] = sum;
  }
}
NEST underCondition(int m, int n) {
  for (int i = 0; i < m; ++i) {
    if (n > 5)
      for (int j = 0; j < n; ++j) a[i * kWidth + j] = 1;
    else
      a[i * kWidth + 7] = 2;
  }
}
NEST underChangingCondition(int m, int n) {
  for (int i = 0; i < m; ++i)
    if (i % 3 != 1)
      for (int j = 0; j < n; ++j) a[i * kWidth + j] = 1;
}
NEST leftEarly(int m, int n) {
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j) a[i * kWidth + j] = 1;
    if (b[i] != 0) break;
  }
}
NEST blocks(int m, int n) {
  for (int k = 0; k < m; k += 4)
    for (int i = k; i < k + 4 && i < kHeight; ++i)
      for (int j = 0; j < n; ++j) a[i * kWidth + j] = k;
}
NEST cube(int m, int n) {
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < m / 4; ++i)
      for (int j = 0; j < n; ++j) a[(k * 6 + i) * kWidth + j] = b[(k * 6 + i) * kWidth + j] + k;
}

static void tell(const char *name, nest *function, int m, int n) {
  char text[64];
  snprintf(text, sizeof text, "%s %d %d stores", name, m, n);
  watch(a, sizeof a);
  function(m, n);
  show(text);
  watch(b, sizeof b);
  function(m, n);
  snprintf(text, sizeof text, "%s %d %d loads", name, m, n);
  show(text);
}
#define TELL(name) tell(#name, name, m, n)

int main(void) {
  static const int kSizes[][2] = {{0, 0}, {1, 5}, {5, 1}, {2, 2}, {3, 4}, {8, 6}, {20, 5}, {24, 32}, {23, 31}, {-3, 7}};
  for (unsigned k = 0; k < sizeof kSizes / sizeof *kSizes; ++k) {
    const int m = kSizes[k][0], n = kSizes[k][1];
    TELL(inner), TELL(symbolic), TELL(columns), TELL(strided), TELL(upwardsDownwards), TELL(triangle), TELL(diagonal);
    TELL(repeated), TELL(besides), TELL(underCondition), TELL(underChangingCondition), TELL(leftEarly), TELL(blocks);
    TELL(cube);
  }
  return sink;
}
// CHECK: inner 3 4 stores: store 132-140
// CHECK: inner 3 4 loads: load 128-144
// CHECK: underCondition 3 4 stores: store 28-32 156-160 284-288
// CHECK: besides 8 6 stores: store 0-4 8-12 16-20
