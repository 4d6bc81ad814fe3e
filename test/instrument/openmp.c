// The functions that OpenMP regions become are instrumented, too.
// RUN: for level in 0 2; do %clang -O$level -fopenmp -fpass-plugin=%instrument -S -emit-llvm %s -o - | FileCheck %s || exit 1; done

// CHECK: define internal void @region.omp_outlined
// CHECK: call void @lockstepStore(ptr {{.*}}, i64 8)
void region(double *a, int *index, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) a[index[i]] = 1;
}
