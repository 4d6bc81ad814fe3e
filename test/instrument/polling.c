// A load that alone decides whether its loop continues is a poll, even if the optimizer has copied it to before the
// loop.
// RUN: for level in 0 1 2 3; do %clang -O$level -fpass-plugin=%instrument -S -emit-llvm %s -o - | grep -E "define|call.* @lockstep(Load|Poll)" > %t && FileCheck %s < %t || exit 1; done
void progress(void);
int done(void);

// CHECK-LABEL: @empty(
// CHECK-NOT: @lockstepLoad
// CHECK: @lockstepPoll(ptr {{.*}}, i64 4)
// CHECK-NOT: @lockstepLoad
void empty(volatile int *flag) {
  while (*flag == 0) {
  }
}

// CHECK-LABEL: @calling(
// CHECK-NOT: @lockstepLoad
// CHECK: @lockstepPoll(ptr {{.*}}, i64 4)
// CHECK-NOT: @lockstepLoad
void calling(int *flag, int expected) {
  while (flag[3] != expected) progress();
}

// CHECK-LABEL: @variable(
// CHECK-NOT: @lockstepLoad
// CHECK: @lockstepPoll(ptr {{.*}}, i64 8)
// CHECK-NOT: @lockstepLoad
void variable(const double *flag) {
  double value;
  do {
    progress();
    value = *flag;
  } while (value < 1.0);
}

// CHECK-LABEL: @either(
// CHECK-NOT: @lockstepLoad
// CHECK: @lockstepPoll(ptr {{.*}}, i64 4)
// CHECK: @lockstepPoll(ptr {{.*}}, i64 4)
// CHECK-NOT: @lockstepLoad
void either(volatile int *flags) {
  while (flags[1] && flags[2] == 1 && !done()) progress();
}

// CHECK-LABEL: @value(
// CHECK: @lockstepLoad(ptr {{.*}}, i64 4)
int value(volatile int *flag) { return *flag; }

// CHECK-LABEL: @bound(
// CHECK-NOT: @lockstepPoll
// CHECK: @lockstepLoad(ptr {{.*}}, i64 4)
// CHECK-NOT: @lockstepPoll
void bound(const int *count) {
  for (int i = 0; i < *count; ++i) progress();
}

// CHECK-LABEL: @search(
// CHECK-NOT: @lockstepPoll
// CHECK: @lockstepLoad(ptr {{.*}}, i64 4)
// CHECK-NOT: @lockstepPoll
int search(const int *list) {
  int i = 0;
  while (list[i] != 0) {
    progress();
    ++i;
  }
  return i;
}

// CHECK-LABEL: @limited(
// CHECK-NOT: @lockstepPoll
// CHECK: @lockstepLoad(ptr {{.*}}, i64 4)
// CHECK-NOT: @lockstepPoll
// CHECK: @end
void limited(const int *list, int n) {
  for (int i = 0; i < n; ++i) {
    if (*list == i) break;
    progress();
  }
}
void end(void) {}
