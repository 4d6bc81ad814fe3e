// Functions generated for regions and lambdas are shown by the names of the source, in every report and by both
// analyses; a region has one caller.
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags=-fopenmp --json %t.json --sarif %t.sarif %s 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=NAMES --input-file=%t.json %s
// RUN: FileCheck --check-prefix=NAMES --input-file=%t.sarif %s
// RUN: %not66 %lockstep check --cflags=-fopenmp --json %t.check.json %s
// RUN: FileCheck --check-prefixes=NAMES,CHECKED --input-file=%t.check.json %s
#include <mpi.h>

int main(int argc, char **argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  const auto share = [](int count) {
    int few = 0;
    // CHECK: function_names.cpp:[[@LINE+3]]:{{[0-9]+}}: error: {{.*}} [buffer-overflow]
    // CHECK: MPI_Bcast on ranks 0-1
    // CHECK: called from main at {{.*}}function_names.cpp:[[@LINE+2]]:
    MPI_Bcast(&few, count, MPI_INT, 0, MPI_COMM_WORLD);
  }; share(2);
#pragma omp parallel
  {
#pragma omp master
    {
      long few = 0;
      // CHECK: function_names.cpp:[[@LINE+3]]:{{[0-9]+}}: error: {{.*}} [buffer-overflow]
      // CHECK: MPI_Bcast on ranks 0-1
      // CHECK-NEXT: called from main at {{.*}}function_names.cpp:[[@LINE-7]]:
      MPI_Bcast(&few, 2, MPI_LONG, 0, MPI_COMM_WORLD);
      // CHECK-NEXT: help:
    }
  }
  MPI_Finalize();
}
// CHECKED: "function": "a lambda of main"
// NAMES-NOT: omp_outlined
// NAMES-NOT: operator()
