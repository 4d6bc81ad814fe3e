// --compiler=gcc: the object file is from g++, which also gets options unknown to clang; the rules analyze the source
// with clang. If clang cannot compile it, this is no error, and noted with -v only.
// REQUIRES: mpich, openmpi
// RUN: rm -rf %t && mkdir %t
// RUN: %lockstep-mpicxx --mpi mpich --compiler=gcc -fno-tree-pta -Wlogical-op -c %s -o %t/a.o 2>&1 | FileCheck %s
// RUN: readelf -p .comment %t/a.o | FileCheck --check-prefix=GCC %s
// RUN: env LOCKSTEP_COMPILER=gcc %lockstep-mpicxx --mpi=openmpi %s -o %t/b 2>&1 | FileCheck %s
// RUN: readelf -p .comment %t/b | FileCheck --check-prefix=PROGRAM %s
// RUN: env LOCKSTEP_COMPILER=gcc %lockstep-mpicxx --compiler=clang -c %s -o %t/c.o 2>&1 | FileCheck %s
// RUN: readelf -p .comment %t/c.o | FileCheck --check-prefix=CLANG %s
// RUN: %lockstep-mpicxx --mpi mpich --compiler=gcc -DONLY_GCC -c %s -o %t/d.o 2>&1 | count 0
// RUN: %lockstep-mpicxx --mpi mpich --compiler=gcc -DONLY_GCC -v -c %s -o %t/d.o 2>&1 | FileCheck --check-prefix=NOTE %s
// RUN: %not64 %lockstep-mpicxx --compiler=icc -c %s 2>&1 | FileCheck --check-prefix=ICC %s
// PROGRAM: G{{CC}}:
// GCC: GCC:
// GCC-NOT: clang
// CLANG: clang version 19
// NOTE: lockstep-mpicxx: note: the static rules do not see {{.*}}gcc.cpp
// ICC: lockstep-mpicxx: error: --compiler is 'icc': gcc or clang
#include <mpi.h>

#ifdef ONLY_GCC
#ifdef __clang__
#error not for clang
#endif
#endif

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // CHECK: gcc.cpp:[[@LINE+1]]:18: error: MPI_Barrier is not called by all ranks
  if (rank == 0) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
