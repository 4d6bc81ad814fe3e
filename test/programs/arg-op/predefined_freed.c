// A predefined operation must not be freed.
// RUN: %check %s 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Op op = MPI_SUM;
  MPI_Init(&argc, &argv);
#ifndef OK
  MPI_Op_free(&op);
  // Difference: check does not know that predefined operations must not be freed.
  // RUNTIME: predefined_freed.c:[[@LINE-2]]:3: error: op of MPI_Op_free (argument 1) is MPI_SUM, which must not be freed [arg-op]
  // CHECK: lockstep: no errors
#endif
  (void)op;
  MPI_Finalize();
  return 0;
}
