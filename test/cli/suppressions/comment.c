// A comment in the source hides the finding, in check and in run.
// REQUIRES: mpich
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %check -v %s 2>&1 | FileCheck %s --check-prefixes=CHECK,VERBOSE
// RUN: %not66 %check %s -- -DOTHER 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: %not66 %check %s -- -DTYPO 2>&1 | FileCheck %s --check-prefix=TYPO
// RUN: %exits 124 %lockstep run --mpi mpich -n 2 --json %t.json %s
// RUN: %json-has %t.json findings.#=0 coverage.suppressed=1 outcome.status=deadlock
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#if defined(OTHER)
  if (rank == 0)
    // lockstep: ignore(lifecycle) names another rule
    MPI_Barrier(MPI_COMM_WORLD);
#elif defined(TYPO)
  if (rank == 0) MPI_Barrier(MPI_COMM_WORLD);  // lockstep: ignore(coll-mismach) misspelt
#else
  if (rank == 0)
    // lockstep: ignore(coll-mismatch, deadlock)
    MPI_Barrier(MPI_COMM_WORLD);
#endif
  MPI_Finalize();
  return 0;
}
// VERBOSE: lockstep: note: {{.*}}comment.c:23: the comment gives no reason
// CHECK: lockstep: no errors; {{.*}}; 1 known finding hidden
// OTHER: comment.c:18:{{.*}} [coll-mismatch]
// TYPO: lockstep: warning: {{.*}}comment.c:20: the comment names an unknown rule 'coll-mismach'
// TYPO: comment.c:20:{{.*}} [coll-mismatch]
