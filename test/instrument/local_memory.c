// Memory that no call can reach is not instrumented; an element of an array that a call gets is.
// RUN: %clang -O2 -fpass-plugin=%instrument -S -emit-llvm %s -o - | FileCheck %s
// RUN: %clang -O0 -fpass-plugin=%instrument -S -emit-llvm %s -o - | FileCheck %s --check-prefix=UNOPTIMIZED
void give(const void *memory);
static const int table[4] = {3, 1, 4, 1};
int chosen;

// CHECK-LABEL: @derived(
// CHECK: call void @give(
// CHECK: store i32 7
// CHECK: call void @lockstepStore(ptr {{.*}}, i64 4)
// CHECK: load i32
// CHECK: call void @lockstepLoad(ptr {{.*}}, i64 4)
int derived(int i) {
  int array[100];
  give(array);
  array[i] = 7;
  give(array);
  return array[i + 1];
}

// CHECK-LABEL: @kept(
// CHECK: store
// CHECK-NOT: @lockstep
// UNOPTIMIZED-LABEL: @kept(
// UNOPTIMIZED: call void @lockstepStore(
// UNOPTIMIZED-NOT: call void @lockstepLoad(
int kept(int i, int k) {
  int array[100] = {0};
  array[i] = 7;
  return array[k];
}

// CHECK-LABEL: @constant(
// CHECK-NOT: @lockstep
// UNOPTIMIZED-LABEL: @constant(
int constant(int i) { return table[i]; }

// CHECK-LABEL: @global(
// CHECK: call void @lockstepLoad(ptr @chosen, i64 4)
int global(void) { return chosen; }

// The choice between an own array and a foreign one.
// CHECK-LABEL: @either(
// CHECK: call void @lockstepLoad(ptr {{.*}}, i64 4)
int either(int *foreign, int i, int k) {
  int own[100] = {0};
  own[i] = 1;
  int *one = k > 50 ? own : foreign;
  return one[k];
}
