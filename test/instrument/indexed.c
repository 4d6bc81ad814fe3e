// Irregular accesses are recorded exactly, by an inspector loop if their addresses are known before the loop and one by
// one otherwise: the same records as without optimization.
// RUN: %clang -w -O1 -c %S/Inputs/seen.c -o %t.seen.o
// RUN: %clang -O0 -fpass-plugin=%instrument -I%S/Inputs %s %t.seen.o -o %t.0 && %t.0 > %t.expected
// RUN: for flags in -O1 -O2 "-O2 -g" -O3 "-O3 -march=native"; do %clang $flags -fpass-plugin=%instrument -I%S/Inputs %s %t.seen.o -o %t && %t > %t.out && diff %t.expected %t.out || { echo "with $flags"; exit 1; }; done
// RUN: FileCheck %s < %t.expected
// RUN: %clang -O2 -g1 -fpass-plugin=%instrument -I%S/Inputs -S -emit-llvm %s -o - | FileCheck %s --check-prefix=IR
#include <stdio.h>
#include <string.h>

#include "seen.h"

enum { kCount = 600 };
struct triple { double x, y, z; };
struct __attribute__((packed)) odd { char tag; int value; };
static double a[kCount];
static struct triple triples[kCount];
static struct odd odds[kCount];
static short shorts[kCount];
static char bytes[kCount];
static int list[kCount], further[kCount], self[kCount];
static double sink;

#define LOOP __attribute__((noinline)) void

// IR-LABEL: define {{.*}}@gather(
// IR: call void @lockstepLoadPlace(ptr {{.*}}, i64 8, i64 %
LOOP gather(int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += a[list[i]];
  sink += sum;
}
// A store says what the load of the same element would.
// IR-LABEL: define {{.*}}@scatter(
// IR-NOT: @lockstepLoadPlace
// IR: call void @lockstepStorePlace(ptr {{.*}}, i64 8, i64 %
// IR-NOT: @lockstepLoadPlace
LOOP scatter(int n) {
  for (int i = 0; i < n; ++i) a[list[i]] += 1;
}
// Members side by side are one.
// IR-LABEL: define {{.*}}@members(
// IR: call void @lockstepLoadPlace(ptr {{.*}}, i64 24, i64 %
// IR-NOT: Place(
// IR-LABEL: define {{.*}}@
LOOP members(int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += triples[list[i]].x + triples[list[i]].y + triples[list[i]].z;
  sink += sum;
}
LOOP someMembers(int n) {
  for (int i = 0; i < n; ++i) {
    triples[list[i]].x = triples[further[i]].z;
    triples[list[i]].z = 1;
  }
}
LOOP packedMembers(int n) {
  for (int i = 0; i < n; ++i) odds[list[i]].value = i;
}
LOOP twoLevels(int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += a[further[list[i]]];
  sink += sum;
}
LOOP computed(int n) {
  for (int i = 0; i < n; ++i) a[(unsigned)(list[i] * 7 + 3) % 512] = 1;
}
LOOP narrow(int n) {
  for (int i = 0; i < n; ++i) shorts[list[i]] = bytes[further[i]];
}
LOOP rows(int n) {
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int k = 0; k < 5; ++k) sum += a[list[(i * 5 + k) % kCount]];
    triples[i].y = sum;
  }
}
LOOP backwards(int n) {
  for (int i = n - 1; i >= 0; --i) a[list[i]] = i;
}
// IR-LABEL: define {{.*}}@changingList(
// IR-NOT: Place(
// IR-LABEL: define {{.*}}@
LOOP changingList(int n) {
  for (int i = 1; i < n; ++i) {
    self[i] = (self[i - 1] * 5 + 7) % n;
    a[self[i]] = 1;
  }
}
LOOP chain(int n) {
  int next = 0;
  for (int i = 0; i < n; ++i) next = self[next];
  sink += next;
}
LOOP sometimes(int n) {
  for (int i = 0; i < n; ++i)
    if (list[i] % 3) a[list[i]] = 1;
}
LOOP leftEarly(int n) {
  for (int i = 0; i < n; ++i) {
    a[list[i]] = 1;
    if (list[i] == 77) break;
  }
}

typedef void loop(int n);
static void tell(const char *name, loop *function, int n, void *memory, size_t size) {
  char text[64];
  for (int i = 0; i < kCount; ++i) {
    list[i] = (i * 7919 + 13) % kCount;
    further[i] = (i * 31 + i * i) % kCount;
    self[i] = (i * 17 + 1) % kCount;
  }
  snprintf(text, sizeof text, "%s %d", name, n);
  watch(memory, size);
  function(n);
  show(text);
}
#define TELL(name, memory) tell(#name, name, n, memory, sizeof memory)

int main(void) {
  static const int kSizes[] = {0, 1, 2, 7, 64, 301, 600, -1};
  for (unsigned k = 0; k < sizeof kSizes / sizeof *kSizes; ++k) {
    const int n = kSizes[k];
    TELL(gather, a), TELL(scatter, a), TELL(members, triples), TELL(someMembers, triples), TELL(packedMembers, odds);
    TELL(twoLevels, a), TELL(twoLevels, further), TELL(computed, a), TELL(narrow, shorts), TELL(narrow, bytes);
    TELL(rows, a), TELL(rows, triples), TELL(backwards, a), TELL(changingList, a), TELL(chain, self);
    TELL(sometimes, a), TELL(leftEarly, a), TELL(gather, list);
  }
  return sink == 42;
}
// CHECK: gather 2: load 104-112 1056-1064
// CHECK: members 2: load 312-336
// CHECK: packedMembers 2: store 66-70 661-665
