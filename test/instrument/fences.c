// Relaxed atomics in a module with fences are recorded, since a fence may make them order accesses.
// RUN: %clang -O2 -fpass-plugin=%instrument -S -emit-llvm %s -o - | FileCheck %s
#include <stdatomic.h>

// CHECK-LABEL: @publish(
// CHECK: call void @lockstepFence(i64 3)
// CHECK-NEXT: fence release
// CHECK-NOT: lockstepWatched
// CHECK: call void @lockstepAtomicStore(ptr %{{.*}}, i64 4, i64 0, i64 1)
// CHECK-NEXT: store atomic
void publish(atomic_int *flag) {
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(flag, 1, memory_order_relaxed);
}
