// Accesses around calls that may throw are recorded.
// RUN: for level in 0 2; do %clang -O$level -fpass-plugin=%instrument -S -emit-llvm %s -o - | FileCheck %s || exit 1; done
extern "C" void mayThrow(int *);

// CHECK-LABEL: @_Z7guardedPi(
// CHECK: store i32 1
// CHECK: call void @lockstepStore(
// CHECK: invoke void @mayThrow(
// CHECK: landingpad
// CHECK: store i32 2
// CHECK: call void @lockstepStore(
void guarded(int *p) {
  p[0] = 1;
  try {
    mayThrow(p);
  } catch (...) {
    p[1] = 2;
  }
}
