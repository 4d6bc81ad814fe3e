// gcc's own instrumentation, served by our library: loads, stores, copies and atomics of every size; without the recorder
// the program runs as ever.
// REQUIRES: mpich
// RUN: rm -rf %t.trace
// RUN: gcc -O2 -g -fsanitize=thread %mpich-include -c %s -o %t.o && %mpicc-mpich %t.o %tsan -o %t.m
// RUN: mpiexec.mpich -n 1 %t.m
// RUN: %lockstep run -q -n 1 --trace %t.trace %t.m
// RUN: %records %t.trace access value MPI_Barrier | FileCheck %s
#include <mpi.h>
#include <stdint.h>
#include <string.h>

struct Block {
  double values[5];
};
struct __attribute__((packed)) Packed {
  char tag;
  int value;
};

static int failed;

static void next(void) { MPI_Barrier(MPI_COMM_WORLD); }

__attribute__((noinline)) static void plain(char *memory) {
  ((volatile char *)memory)[0] = 1;
  *(volatile short *)(memory + 2) = 2;
  for (int i = 0; i < 100; ++i) ((int *)memory)[i + 4] = i;
}
__attribute__((noinline)) static double sum(const double *data) {
  double total = 0;
  for (int i = 0; i < 50; ++i) total += data[2 * i];
  return total;
}
__attribute__((noinline)) static void copy(struct Block *to, const struct Block *from) { *to = *from; }
__attribute__((noinline)) static void unaligned(struct Packed *at) { at->value = 7; }

#define CHECK(condition) \
  if (!(condition)) failed = __LINE__

__attribute__((noinline)) static void atomics(char *memory) {
  int *word = (int *)memory, expected = 5;
  unsigned __int128 *wide = (unsigned __int128 *)(memory + 64);
  __atomic_store_n(word, 5, __ATOMIC_RELEASE);
  CHECK(__atomic_load_n(word, __ATOMIC_ACQUIRE) == 5);
  CHECK(__atomic_fetch_add(word, 3, __ATOMIC_RELAXED) == 5);
  CHECK(!__atomic_compare_exchange_n(word, &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) && expected == 8);
  CHECK(__atomic_compare_exchange_n(word, &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  CHECK(__atomic_exchange_n((char *)memory + 8, 9, __ATOMIC_SEQ_CST) == 0);
  CHECK(__atomic_fetch_nand((short *)(memory + 10), 1, __ATOMIC_SEQ_CST) == 0 && *(short *)(memory + 10) == -1);
  CHECK(__atomic_or_fetch((uint64_t *)(memory + 16), UINT64_C(1) << 40, __ATOMIC_SEQ_CST) == UINT64_C(1) << 40);
  CHECK(__sync_bool_compare_and_swap(wide, 0, (unsigned __int128)1 << 100) && *wide >> 100 == 1);
}

int main(int argc, char **argv) {
  MPI_Win window;
  static _Alignas(64) char memory[10000];
  static struct Block local;
  MPI_Init(&argc, &argv);
  MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  plain(memory);
  next();
  CHECK(sum((double *)(memory + 1000)) == 0);
  copy((struct Block *)(memory + 4000), &local);
  unaligned((struct Packed *)(memory + 5000));
  next();
  atomics(memory + 6016);
  next();
  MPI_Win_free(&window);
  MPI_Finalize();
  return failed;
}

// CHECK-DAG: rank 0: access site={{[0-9]+}} store 1 bytes at window 0 + 0{{$}}
// CHECK-DAG: rank 0: access site={{[0-9]+}} store 2 bytes at window 0 + 2{{$}}
// CHECK-DAG: rank 0: access site={{[0-9]+}} store {{4|8|16}} bytes at window 0 + 16, {{[0-9]+}} times by {{4|8|16}}
// CHECK: rank 0: MPI_Barrier ->
// CHECK-DAG: rank 0: access site={{[0-9]+}} load 8 bytes at window 0 + 1000, 50 times by 16
// CHECK-DAG: rank 0: access site={{[0-9]+}} store {{40|16|8}} bytes at window 0 + 4000
// CHECK-DAG: rank 0: access site={{[0-9]+}} store 4 bytes at window 0 + 5001
// CHECK: rank 0: MPI_Barrier ->
// CHECK-NEXT: rank 0: access site={{[0-9]+}} atomic store 4 bytes at window 0 + 6016
// CHECK-NEXT: rank 0: value stored 4 bytes: 5
// CHECK-NEXT: rank 0: access site={{[0-9]+}} atomic load 4 bytes at window 0 + 6016
// CHECK-NEXT: rank 0: value loaded 4 bytes: 5
// CHECK-NEXT: rank 0: access site={{[0-9]+}} atomic update 4 bytes at window 0 + 6016
// CHECK-NEXT: rank 0: value stored 4 bytes: 8
// CHECK-NEXT: rank 0: value loaded 4 bytes: 5
// CHECK-NEXT: rank 0: access site={{[0-9]+}} atomic load 4 bytes at window 0 + 6016
// CHECK-NEXT: rank 0: value loaded 4 bytes: 8
// CHECK-NEXT: rank 0: access site={{[0-9]+}} atomic update 4 bytes at window 0 + 6016
// CHECK-NEXT: rank 0: value stored 4 bytes: 1
// CHECK-NEXT: rank 0: value loaded 4 bytes: 8
// CHECK-NEXT: rank 0: access site={{[0-9]+}} atomic update 1 bytes at window 0 + 6024
// CHECK-NEXT: rank 0: value stored 1 bytes: 9
// CHECK-NEXT: rank 0: value loaded 1 bytes: 0
// CHECK-NEXT: rank 0: access site={{[0-9]+}} atomic update 2 bytes at window 0 + 6026
// CHECK: rank 0: value stored 2 bytes: 65535
// CHECK: rank 0: access site={{[0-9]+}} atomic update 8 bytes at window 0 + 6032
// CHECK: rank 0: access site={{[0-9]+}} atomic update 16 bytes at window 0 + 6080
