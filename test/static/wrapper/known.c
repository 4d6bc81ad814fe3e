// Known findings are no diagnostics and do not fail the compilation: by a comment in the source, by the suppressions in
// LOCKSTEP_OPTIONS, by those that ship with the tool, by a baseline. The same with gcc behind the wrapper.
// REQUIRES: mpich
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s known.c && echo 'coll-mismatch:known.c:main' >my.supp
// RUN: cd %t && %exits 1 %lockstep-mpicc --mpi mpich -Werror=lockstep -c known.c 2>&1 | FileCheck %s
// RUN: cd %t && %exits 1 %lockstep-mpicc --mpi mpich --compiler=gcc -Werror=lockstep -c known.c 2>&1 | FileCheck %s
// RUN: cd %t && not ls known.o

// RUN: cd %t && %lockstep-mpicc --mpi mpich -Werror=lockstep -DIGNORED -c known.c 2>&1 | count 0 && rm known.o
// RUN: cd %t && %lockstep-mpicc --mpi mpich --compiler=gcc -Werror=lockstep -DIGNORED -c known.c 2>&1 | count 0 && rm known.o

// RUN: cd %t && env LOCKSTEP_OPTIONS=timeout=5:suppressions=%t/my.supp %lockstep-mpicc --mpi mpich -Werror=lockstep -c known.c 2>&1 | count 0 && rm known.o
// RUN: cd %t && env LOCKSTEP_OPTIONS=suppressions=%t/my.supp %lockstep-mpicc --mpi mpich --compiler=gcc -Werror=lockstep -c known.c 2>&1 | count 0 && rm known.o

// RUN: cd %t && %not66 %check --json known.json known.c >/dev/null 2>&1
// RUN: cd %t && env LOCKSTEP_OPTIONS=baseline=%t/known.json %lockstep-mpicc --mpi mpich -Werror=lockstep -c known.c 2>&1 | count 0 && rm known.o

// RUN: mkdir -p %t/tool/bin %t/tool/lib %t/tool/share/lockstep && cp %lockstep-mpicc %t/tool/bin && ln -s %build/lib/lockstep %t/tool/lib
// RUN: cp %t/my.supp %t/tool/share/lockstep/default.supp
// RUN: cd %t && tool/bin/lockstep-mpicc --mpi mpich -Werror=lockstep -c known.c 2>&1 | count 0
// RUN: cd %t && %exits 1 env LOCKSTEP_OPTIONS=no-default-suppressions tool/bin/lockstep-mpicc --mpi mpich -Werror=lockstep -c known.c 2>&1 | FileCheck %s
// RUN: cd %t && env LOCKSTEP_OPTIONS=no-default-suppressions=off tool/bin/lockstep-mpicc --mpi mpich -Werror=lockstep -c known.c 2>&1 | count 0
// RUN: cd %t && env LOCKSTEP_OPTIONS=no-default-suppressions=0 tool/bin/lockstep-mpicc --mpi mpich -Werror=lockstep -c known.c 2>&1 | count 0
// RUN: cd %t && %exits 1 env LOCKSTEP_OPTIONS=no-default-suppressions=yes tool/bin/lockstep-mpicc --mpi mpich -Werror=lockstep -c known.c 2>&1 | FileCheck %s

// A comment for another rule hides nothing, one for a rule that does not exist is told.
// RUN: cd %t && %lockstep-mpicc --mpi mpich -DOTHER -c known.c 2>&1 | FileCheck --check-prefix=OTHER %s

// Files that cannot be used end the compilation at once; what makes no code does not need them.
// RUN: cd %t && %not64 env LOCKSTEP_OPTIONS=suppressions=missing.supp %lockstep-mpicc -c known.c 2>&1 | FileCheck --check-prefix=MISSING %s
// RUN: cd %t && echo 'coll-mismatch' >bad.supp && %not64 env LOCKSTEP_OPTIONS=suppressions=bad.supp %lockstep-mpicc -c known.c 2>&1 | FileCheck --check-prefix=BAD %s
// RUN: cd %t && %not64 env LOCKSTEP_OPTIONS=suppressions %lockstep-mpicc -c known.c 2>&1 | FileCheck --check-prefix=EMPTY %s
// RUN: cd %t && env LOCKSTEP_OPTIONS=suppressions=missing.supp %lockstep-mpicc -E known.c 2>&1 >/dev/null | count 0
// RUN: cd %t && %not64 env LOCKSTEP_OPTIONS=no-default-suppressions=maybe %lockstep-mpicc -c known.c 2>&1 | FileCheck --check-prefix=MAYBE %s
// MAYBE: lockstep-mpicc: error: LOCKSTEP_OPTIONS: no-default-suppressions: 'maybe' is neither true nor false
// MISSING: lockstep-mpicc: error: {{.*}}missing.supp
// BAD: lockstep-mpicc: error: bad.supp:1:
// EMPTY: lockstep-mpicc: error: LOCKSTEP_OPTIONS: the key 'suppressions' needs a value
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#if defined(IGNORED)
  if (rank == 0) MPI_Barrier(MPI_COMM_WORLD);  // lockstep: ignore(coll-mismatch) on purpose
#elif defined(OTHER)
  // OTHER: lockstep: warning: {{.*}}known.c:[[@LINE+2]]: the comment names an unknown rule 'coll-missmatch'
  // OTHER: known.c:[[@LINE+1]]:18: error: MPI_Barrier is not called by all ranks
  if (rank == 0) MPI_Barrier(MPI_COMM_WORLD);  // lockstep: ignore(coll-missmatch, deadlock) misspelt
#else
  // CHECK: known.c:[[@LINE+2]]:18: error: MPI_Barrier is not called by all ranks
  // CHECK: error: the errors above end the compilation [-Werror=lockstep]
  if (rank == 0) MPI_Barrier(MPI_COMM_WORLD);
#endif
  MPI_Finalize();
  return 0;
}
