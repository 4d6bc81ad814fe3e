// Atomic accesses are recorded with their memory order and values; relaxed ones only where their page is watched.
// RUN: %clang -w -O1 -c %S/Inputs/seen.c -o %t.seen.o
// RUN: for level in 0 2; do %clang -O$level -fpass-plugin=%instrument -I%S/Inputs %s %t.seen.o -o %t && %t > %t.out && FileCheck %s < %t.out || exit 1; done
#include <stdatomic.h>
#include <stdio.h>

#include "seen.h"

_Atomic long number = 5;
atomic_int unwatched;

int main(void) {
  // Nothing is watched yet.
  atomic_fetch_add_explicit(&unwatched, 1, memory_order_relaxed);
  puts("begin");
  // CHECK-NOT: update
  // CHECK: begin
  atomic_store_explicit(&unwatched, 3, memory_order_release);
  // CHECK-NEXT: atomic store, order 3: 3

  watch(&number, sizeof number);
  atomic_fetch_add_explicit(&number, 2, memory_order_relaxed);
  // CHECK-NEXT: atomic update, order 0: 5 to 7
  atomic_fetch_sub_explicit(&number, 1, memory_order_acq_rel);
  // CHECK-NEXT: releasing, order 4
  // CHECK-NEXT: atomic update, order 4: 7 to 6
  long expected = 6;
  atomic_compare_exchange_strong_explicit(&number, &expected, 9, memory_order_release, memory_order_relaxed);
  // CHECK-NEXT: releasing, order 3
  // CHECK-NEXT: atomic update, order 3: 6 to 9
  atomic_compare_exchange_strong_explicit(&number, &expected, 1, memory_order_acquire, memory_order_relaxed);
  // CHECK-NEXT: atomic load, order 0: 9
  long got = atomic_load_explicit(&number, memory_order_acquire);
  // CHECK-NEXT: atomic load, order 2: 9
  show("number");
  // CHECK-NEXT: number: atomic-load 0-8 update 0-8
  atomic_signal_fence(memory_order_seq_cst);
  puts("end");
  // CHECK-NEXT: end
  return got != 9;
}
