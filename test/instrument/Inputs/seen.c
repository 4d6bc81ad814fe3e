// The hooks, as a table of bytes that the test prints. Every page of the table is marked, so that each access is told;
// with SITES in the environment each call prints its return address instead.
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
  static const char *kNames[kKinds] = {"load", "store", "poll", "atomic-load", "atomic-store", "update"};
  if (!getenv("SITES")) {
    printf("%s:", name);
    for (int kind = 0; kind < kKinds; ++kind) showKind(kNames[kind], kind);
    printf("\n");
  }
  memset(seen, 0, sizeof seen);
}
