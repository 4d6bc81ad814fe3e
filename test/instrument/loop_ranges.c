// A loop that certainly makes its accesses gets one hook per range before it and is vectorized as usual; otherwise its
// accesses are recorded one by one.
// RUN: %clang -O2 -g1 -fpass-plugin=%instrument -Rpass=loop-vectorize -S -emit-llvm %s -o %t.ll 2> %t.remarks
// RUN: FileCheck %s < %t.ll
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
#include <math.h>
void progress(void);

// Five points of a plane: three rows that are loaded, one that is stored, each told once for the whole plane; neighbors
// in a row are one range.
// CHECK-LABEL: @stencil(
// CHECK-NOT: @lockstepLoad{{s?}}(
// CHECK-COUNT-3: call void @lockstepLoadRows(ptr {{.*}}, i64 8, i64 8, i64 %{{[0-9]+}}, i64 %{{[0-9]+}}, i64 %
// CHECK-NOT: @lockstepLoad
// CHECK: call void @lockstepStoreRows(ptr {{.*}}, i64 8, i64 8, i64 %{{[0-9]+}}, i64 %{{[0-9]+}}, i64 %
// CHECK-NOT: @lockstep{{Load|Store}}
// CHECK: fadd <2 x double>
// CHECK-NOT: @lockstep{{Load|Store}}
// CHECK-LABEL: @narrow(
void stencil(const double *restrict in, double *restrict out, long m, long n) {
  for (long i = 1; i < m - 1; ++i)
    for (long j = 1; j < n - 1; ++j) {
      // REMARK: loop_ranges.c:[[@LINE-1]]:5: remark: vectorized loop
      const double *a = in + i * n + j;
      out[i * n + j] = 0.25 * (a[-n] + a[-1] + a[0] + a[1] + a[n]);
    }
}

// The bounds of the inner loop are the outer one's business too: it has a counter in each branch.
// CHECK-NOT: @lockstepLoad{{s?}}(
// CHECK-COUNT-3: call void @lockstepLoadRows(ptr
// CHECK-NOT: @lockstepLoad{{s?}}(
// CHECK: call void @lockstepStoreRows(ptr
// CHECK-NOT: @lockstep{{Load|Store}}
// CHECK-LABEL: @product(
void narrow(int m, int n, const double in[m][n], double out[m][n]) {
  for (int i = 1; i < m - 1; i++)
    for (int j = 1; j < n - 1; j++) out[i][j] = in[i - 1][j] + in[i][j] + in[i + 1][j];
}

// What the outer loop does itself, and what all its rounds repeat.
// CHECK: call void @lockstepStores(ptr {{.*}}, i64 8, i64 8, i64 %
// CHECK: call void @lockstepLoadRows(ptr
// CHECK: call void @lockstepLoads(ptr {{.*}}, i64 8, i64 8, i64 %
// CHECK-NOT: @lockstep{{Load|Store}}
// CHECK-LABEL: @strided(
void product(const double *matrix, const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = 0; j < n; ++j) sum += matrix[i * n + j] * x[j];
    y[i] = sum;
  }
}

// CHECK: call void @lockstepStores(ptr {{.*}}, i64 4, i64 12, i64 %
// CHECK-LABEL: @downwards(
void strided(int *a, int n) {
  for (int i = 0; i < n; ++i) a[3 * i] = i;
}

// CHECK: call void @lockstepStores(ptr {{.*}}, i64 4, i64 -4, i64 %
// CHECK-LABEL: @update(
void downwards(int *a, int n) {
  for (int i = n; i > 0; --i) a[i] = i;
}

// A load and a store of the same elements in one line: the store says it.
// CHECK-NOT: @lockstepLoads(
// CHECK: call void @lockstepStores(ptr {{.*}}, i64 8, i64 8, i64 %
// CHECK-NOT: @lockstepLoads(
// CHECK-LABEL: @root(
void update(double *a, int n) {
  for (int i = 0; i < n; ++i)
    // REMARK: loop_ranges.c:[[@LINE-1]]:3: remark: vectorized loop
    a[i] += 1;
}

// A function of the C library is no business of MPI.
// CHECK: call void @lockstepStores(ptr
// CHECK-LABEL: @with_call(
void root(double *a, int n) {
  for (int i = 0; i < n; ++i) a[i] = cbrt(a[i]);
}

// CHECK-NOT: @lockstepStores(
// CHECK: call void @lockstepStore(ptr
// CHECK-LABEL: @left_early(
void with_call(double *a, int n) {
  for (int i = 0; i < n; ++i) {
    a[i] = 1;
    progress();
  }
}

// CHECK-NOT: @lockstepLoads(
// CHECK: call void @lockstepLoad(ptr
// CHECK-LABEL: @sometimes(
int left_early(const int *a, int n) {
  for (int i = 0; i < n; ++i)
    if (a[i] == 3) return i;
  return n;
}

// CHECK: call void @lockstepLoads(ptr {{.*}}, i64 4, i64 4,
// CHECK-NOT: @lockstepStores(
// CHECK: call void @lockstepStore(ptr
// CHECK-LABEL: @end(
void sometimes(int *a, const int *wanted, int n) {
  for (int i = 0; i < n; ++i)
    if (wanted[i]) a[i] = 1;
}
void end(void) {}
