// The wrappers instrument what they compile, and link the hooks; -fno-lockstep and an ignore list exclude code.
// REQUIRES: mpich
// RUN: rm -rf %t && mkdir %t && echo 'fun:store*' > %t/list
// RUN: %lockstep-mpicc -O2 -c %s -o %t/a.o 2>&1 | count 0
// RUN: nm %t/a.o | FileCheck %s
// RUN: %lockstep-mpicc %t/a.o -o %t/a 2>&1 | count 0
// RUN: %t/a
// RUN: %lockstep-mpicc -fno-lockstep -O2 -c %s -o %t/plain.o 2>&1 | count 0
// RUN: nm %t/plain.o | FileCheck %s --check-prefix=PLAIN
// RUN: %lockstep-mpicc -O2 -Wno-lockstep -flockstep-ignorelist=%t/list -c %s -o %t/listed.o 2>&1 | count 0
// RUN: nm %t/listed.o | FileCheck %s --check-prefix=LISTED
// RUN: %lockstep-mpicc -shared -fPIC -O2 %s -o %t/liba.so 2>&1 | count 0
// RUN: env LOCKSTEP_WRAPPER=off %lockstep-mpicc -c %s -o %t/off.o && nm %t/off.o | FileCheck %s --check-prefix=PLAIN
// CHECK: U lockstepStore
// CHECK: U lockstepWatched
// PLAIN-NOT: lockstep
// LISTED: lockstepLoad
// LISTED-NOT: lockstepStore
__attribute__((noinline)) void store(int *p) { *p = 1; }
__attribute__((noinline)) int load(int *p) { return *p; }
int main(void) {
  static int number;
  store(&number);
  return load(&number) - 1;
}
