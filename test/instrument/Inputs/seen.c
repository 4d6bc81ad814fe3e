// The hooks, as a table of bytes that the test prints. Every page of the table is marked, so that each access is
// reported; with SITES in the environment each call prints its return address instead.
#include "seen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kLoad = 1, kStore = 2, kPoll = 4, kAtomicLoad = 8, kAtomicStore = 16, kUpdate = 32, kKinds = 6, kMost = 1 << 20 };

unsigned char lockstepWatched[1 << 24];
static unsigned char seen[kMost];
static char *object;
static long bytesOfObject;

void watch(void *where, size_t bytes) {
  object = where;
  bytesOfObject = (long)bytes;
  memset(seen, 0, sizeof seen);
  memset(lockstepWatched, 1, sizeof lockstepWatched);
}

static void see(int kind, char *address, long bytes, void *site) {
  const long offset = address - object;
  if (!object || offset + bytes <= 0 || offset >= bytesOfObject) return;
  if (getenv("SITES")) printf("%p\n", (void *)((char *)site - 1));
  for (long i = offset < 0 ? 0 : offset; i < offset + bytes && i < bytesOfObject; ++i) seen[i] |= kind;
}

#define SITE __builtin_return_address(0)
void lockstepLoad(char *address, long bytes) { see(kLoad, address, bytes, SITE); }
void lockstepStore(char *address, long bytes) { see(kStore, address, bytes, SITE); }
void lockstepPoll(char *address, long bytes) { see(kPoll, address, bytes, SITE); }
void lockstepLoads(char *address, long bytes, long stride, long count) {
  for (long i = 0; i < count; ++i) see(kLoad, address + i * stride, bytes, SITE);
}
void lockstepStores(char *address, long bytes, long stride, long count) {
  for (long i = 0; i < count; ++i) see(kStore, address + i * stride, bytes, SITE);
}
static void rows(int kind, char *address, long bytes, long stride, long count, long rowStride, long rowCount, void *site) {
  for (long row = 0; row < rowCount; ++row)
    for (long i = 0; i < count; ++i) see(kind, address + row * rowStride + i * stride, bytes, site);
}
void lockstepLoadRows(char *address, long bytes, long stride, long count, long rowStride, long rowCount) {
  rows(kLoad, address, bytes, stride, count, rowStride, rowCount, SITE);
}
void lockstepStoreRows(char *address, long bytes, long stride, long count, long rowStride, long rowCount) {
  rows(kStore, address, bytes, stride, count, rowStride, rowCount, SITE);
}
// Places are lent out at the first access, and what the code has set is seen when it is shown.
struct places { char *begin; unsigned long count; unsigned char *touched; };
static struct { int kind; long bytes, step; char *begin; unsigned char touched[kMost]; } lent[8];
static int lentCount;
static void place(int kind, char *address, long bytes, long coming, struct places *places, void *site) {
  see(kind, address, bytes, site);
  long step = bytes & -bytes;
  if (step > 8) step = 8;
  char *begin = object + (address - object) % step;
  if (coming < 1 || address < object || address >= object + bytesOfObject || getenv("SITES")) return;
  int i = 0;
  while (i < lentCount && (lent[i].kind != kind || lent[i].bytes != bytes || lent[i].begin != begin)) ++i;
  if (i == 8) return;
  if (i == lentCount) ++lentCount, lent[i].kind = kind, lent[i].bytes = bytes, lent[i].step = step, lent[i].begin = begin;
  places->begin = begin;
  places->count = (unsigned long)((object + bytesOfObject - begin + step - 1) / step);
  places->touched = lent[i].touched;
}
static void takeBack(void) {
  for (int i = 0; i < lentCount; ++i)
    for (long k = 0; k < kMost; ++k)
      if (lent[i].touched[k]) see(lent[i].kind, lent[i].begin + k * lent[i].step, lent[i].bytes, 0);
  memset(lent, 0, sizeof lent);
  lentCount = 0;
}
void lockstepLoadPlace(char *address, long bytes, long coming, struct places *places) {
  place(kLoad, address, bytes, coming, places, SITE);
}
void lockstepStorePlace(char *address, long bytes, long coming, struct places *places) {
  place(kStore, address, bytes, coming, places, SITE);
}
void lockstepAtomicLoad(char *address, long bytes, int order, long value) {
  see(kAtomicLoad, address, bytes, SITE);
  printf("atomic load, order %d: %ld\n", order, value);
}
void lockstepAtomicStore(char *address, long bytes, int order, long value) {
  see(kAtomicStore, address, bytes, SITE);
  printf("atomic store, order %d: %ld\n", order, value);
}
void lockstepReleasing(char *address, long bytes, int order) { printf("releasing, order %d\n", order); }
void lockstepAtomicUpdate(char *address, long bytes, int order, long old, long new) {
  see(kUpdate, address, bytes, SITE);
  printf("atomic update, order %d: %ld to %ld\n", order, old, new);
}
void lockstepFence(int order) { printf("fence, order %d\n", order); }

static int has(long byte, int kind) { return byte < bytesOfObject && (seen[byte] >> kind & 1); }

static void showKind(const char *name, int kind) {
  int any = 0;
  for (long first = 0, i = 0; i < bytesOfObject; ++i) {
    if (!has(i, kind)) continue;
    for (first = i; has(i, kind);) ++i;
    if (!any++) printf(" %s", name);
    printf(" %ld-%ld", first, i);
  }
}

void show(const char *name) {
  takeBack();
  static const char *kNames[kKinds] = {"load", "store", "poll", "atomic-load", "atomic-store", "update"};
  if (!getenv("SITES")) {
    printf("%s:", name);
    for (int kind = 0; kind < kKinds; ++kind) showKind(kNames[kind], kind);
    printf("\n");
  }
  memset(seen, 0, sizeof seen);
}
