// no_sanitize("lockstep") excludes a function in every form that clang accepts; the names of other sanitizers do not.
// RUN: for level in 0 2; do %clang -O$level -Wno-unknown-sanitizers -fpass-plugin=%instrument -fplugin=%instrument -fplugin=%attribute -S -emit-llvm %s -o - | FileCheck %s || exit 1; done
#define QUIET __attribute__((noinline, no_sanitize("thread", "lockstep")))
extern "C" {
// CHECK-LABEL: @by_attribute(
// CHECK-NOT: @lockstep
__attribute__((no_sanitize("lockstep"))) int by_attribute(int *p) { return *p; }
// CHECK-LABEL: @by_macro(
// CHECK-NOT: @lockstep
QUIET int by_macro(int *p) { return *p; }
// CHECK-LABEL: @by_brackets(
// CHECK-NOT: @lockstep
[[clang::no_sanitize("lockstep")]] int by_brackets(int *p) { return *p; }
// CHECK-LABEL: @other(
// CHECK: call void @lockstepLoad(
__attribute__((no_sanitize("address", "Lockstep"))) int other(int *p) { return *p; }
__attribute__((no_sanitize("lockstep"))) int declared(int *p);
// CHECK-LABEL: @declared(
// CHECK-NOT: @lockstep
int declared(int *p) { return *p; }
}
namespace deep {
struct Member {
  QUIET int get(int *p) { return *p; }
};
template <class T>
QUIET T of(T *p) {
  return *p;
}
}
// CHECK-LABEL: @_Z4callPiPd(
int call(int *p, double *q) { return deep::Member().get(p) + int(deep::of(q)); }
// CHECK-LABEL: define {{.*}}@_ZN4deep6Member3getEPi(
// CHECK-NOT: @lockstep
// CHECK-LABEL: define {{.*}}@_ZN4deep2ofIdEET_PS1_(
// CHECK-NOT: @lockstep
// CHECK-LABEL: @_Z6insidePi(
// CHECK-LABEL: define {{.*}}@"_ZZ6insidePiENK3$_0clEv"(
// CHECK-NOT: @lockstep
// CHECK-LABEL: define {{.*}}@_ZZ6insidePiEN5Local3getES_(
// CHECK-NOT: @lockstep
int inside(int *p) {
  struct Local {
    QUIET static int get(int *p) { return *p; }
  };
  const auto quiet = [&]() QUIET { return *p; };
  return quiet() + Local::get(p);
}
// CHECK-LABEL: @_Z4lastPi(
// CHECK: call void @lockstepLoad(
int last(int *p) { return *p; }
