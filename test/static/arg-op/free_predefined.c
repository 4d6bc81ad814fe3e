// A predefined operation must not be freed, a user-defined one may be.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>
#ifdef OK

static void add(void *in, void *inout, int *count, MPI_Datatype *type) {
  (void)type;
  for (int i = 0; i < *count; ++i) ((int *)inout)[i] += ((int *)in)[i];
}
#endif

int main(int argc, char **argv) {
  MPI_Op op = MPI_SUM;
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Op_create(add, 1, &op);
#endif
  // CHECK: free_predefined.c:[[@LINE+1]]:{{.*}}error: op of MPI_Op_free (argument 1) is MPI_SUM, which must not be freed [arg-op]
  MPI_Op_free(&op);
  MPI_Finalize();
  return 0;
}
