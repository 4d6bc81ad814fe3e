// Code that its author excludes, by attribute or by a list, is not instrumented, nor inlined into code that is.
// RUN: printf 'fun:listed*\nfun:*Listed::*\n' > %t.list
// RUN: for level in 0 2; do %clang -O$level -fpass-plugin=%instrument -fplugin=%instrument -mllvm -lockstep-blocklist=%t.list -S -emit-llvm %s -o - | FileCheck %s || exit 1; done
// RUN: printf 'src:*excluded.cpp\n' > %t.list
// RUN: %clang -O2 -fpass-plugin=%instrument -fplugin=%instrument -mllvm -lockstep-blocklist=%t.list -S -emit-llvm %s -o - | FileCheck %s --check-prefix=FILE
// RUN: not %clang -O2 -fpass-plugin=%instrument -fplugin=%instrument -mllvm -lockstep-blocklist=%t.none -S -emit-llvm %s -o - 2>&1 | FileCheck %s --check-prefix=NONE
// FILE-NOT: @lockstep{{[WLSAPF]}}
// NONE: lockstep's block list: can't open file '{{.*}}.none'
extern "C" {
// CHECK-LABEL: @by_attribute(
// CHECK-NOT: @lockstep
__attribute__((disable_sanitizer_instrumentation)) int by_attribute(int *p) { return *p; }
// CHECK-LABEL: @by_annotation(
// CHECK-NOT: @lockstep
__attribute__((annotate("lockstep_ignore"))) int by_annotation(int *p) { return *p; }
// CHECK-LABEL: @listed_by_name(
// CHECK-NOT: @lockstep
int listed_by_name(int *p) { return *p; }
// CHECK-LABEL: @seen(
// CHECK-DAG: call void @lockstepLoad(
// CHECK-DAG: call {{.*}}i32 @by_attribute(
int seen(int *p) {
  int own = p[1];
  return own + by_attribute(p);
}
}
struct Listed { int get(int *p); };
// CHECK-LABEL: @_ZN6Listed3getEPi(
// CHECK-NOT: @lockstep
int Listed::get(int *p) { return *p; }
// CHECK-LABEL: @_Z4lastPi(
// CHECK: call void @lockstepLoad(
int last(int *p) { return *p; }
