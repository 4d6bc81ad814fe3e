// Whatever the pattern of the accesses, sizes and alignments: what is recorded is what was touched, to the byte.
// REQUIRES: mpich
// RUN: rm -rf %t.trace
// RUN: %mpicc-mpich -g %s %hooks -o %t.m
// RUN: %lockstep run -q -n 1 --trace %t.trace %t.m > %t.expected
// RUN: %records %t.trace access MPI_Barrier > %t.records
// RUN: %python %S/Inputs/bytes.py %t.records > %t.found
// RUN: diff %t.expected %t.found
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Inputs/hooks.h"

enum { kBytes = 1 << 18, kSegments = 32 };
static char *memory;
static char touched[2][kBytes];

static void mark(int kind, long begin, long bytes) { memset(&touched[kind][begin], 1, (size_t)bytes); }

static void load(long at, long bytes) {
  lockstepLoad(memory + at, (uint64_t)bytes);
  mark(0, at, bytes);
}
static void store(long at, long bytes) {
  lockstepStore(memory + at, (uint64_t)bytes);
  mark(1, at, bytes);
}
static void loads(long at, long bytes, long stride, long count) {
  lockstepLoads(memory + at, (uint64_t)bytes, stride, (uint64_t)count);
  for (long i = 0; i < count; ++i) mark(0, at + i * stride, bytes);
}
static void stores(long at, long bytes, long stride, long count) {
  lockstepStores(memory + at, (uint64_t)bytes, stride, (uint64_t)count);
  for (long i = 0; i < count; ++i) mark(1, at + i * stride, bytes);
}
static void rows(long at, long bytes, long stride, long count, long rowStride, long rowCount) {
  lockstepStoreRows(memory + at, (uint64_t)bytes, stride, (uint64_t)count, rowStride, (uint64_t)rowCount);
  for (long row = 0; row < rowCount; ++row)
    for (long i = 0; i < count; ++i) mark(1, at + row * rowStride + i * stride, bytes);
}
static void place(long at, long bytes, long coming, struct places *places) {
  const uint64_t step = bytes > 8 ? 8 : (uint64_t)bytes, distance = (uintptr_t)(memory + at) - places->begin;
  if (distance % step == 0 && distance / step < places->count)
    places->touched[distance / step] = 1;
  else
    lockstepLoadPlace(memory + at, (uint64_t)bytes, (uint64_t)coming, places);
  mark(0, at, bytes);
}

static void finish(int segment) {
  printf("segment %d:", segment);
  for (int kind = 0; kind < 2; ++kind) {
    unsigned long count = 0, sum = 0;
    for (unsigned long i = 0; i < kBytes; ++i)
      if (touched[kind][i]) ++count, sum += i * i;
    printf(" %s %lu %lu", kind == 0 ? "load" : "store", count, sum);
  }
  printf("\n");
  memset(touched, 0, sizeof touched);
  MPI_Barrier(MPI_COMM_WORLD);
}

static long any(long most) { return rand() % most; }

static void segment(int kind) {
  const long size = 1L << any(7), span = 1L << (4 + any(13)), base = any(kBytes - span - 128);
  struct places places = {0, 0, 0};
  for (long i = any(4000); i >= 0; --i) {
    const long at = base + any(span);
    switch (kind % 8) {
      case 0:  // aligned, of one size
        load(at / size * size, size);
        break;
      case 1:  // at any place
        store(at, size);
        break;
      case 2:  // of any size
        i % 2 ? load(at, 1 + any(100)) : store(at / 8 * 8, 8);
        break;
      case 3:  // in several sizes at one site
        load(at / 4 * 4, 1L << any(5));
        break;
      case 4: {  // runs up and down
        const long bytes = 1 + any(16), stride = bytes + any(20), count = 1 + any(40);
        if (at + stride * count >= kBytes) break;
        any(2) ? loads(at, bytes, stride, count) : stores(at + stride * (count - 1), bytes, -stride, count);
        break;
      }
      case 5:  // in order
        store(base + (i * 12) % span, 12);
        break;
      case 7:  // as a loop does that tells of them beforehand
        place(at, kind / 8 % 2 ? 24 : size, i + 1, &places);
        break;
      case 6: {  // rows of all kinds, also across each other
        const long bytes = 1 + any(16), stride = any(60) - 30, count = 1 + any(20);
        const long rowStride = any(2) ? stride * count : any(600) - 300, rowCount = 1 + any(12);
        const long least = (stride < 0) * stride * count + (rowStride < 0) * rowStride * rowCount;
        const long most = (stride > 0) * stride * count + (rowStride > 0) * rowStride * rowCount + bytes;
        if (at + least < 0 || at + most >= kBytes) break;
        rows(at, bytes, stride, count, rowStride, rowCount);
        break;
      }
    }
  }
}

int main(int argc, char **argv) {
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Alloc_mem(kBytes, MPI_INFO_NULL, &memory);
  MPI_Win_create(memory, kBytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  srand(1);
  for (int i = 0; i < kSegments; ++i) {
    segment(i);
    finish(i);
  }
  MPI_Win_free(&window);
  MPI_Free_mem(memory);
  MPI_Finalize();
  return 0;
}
