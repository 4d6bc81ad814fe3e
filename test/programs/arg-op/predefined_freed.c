// A predefined operation must not be freed.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Op op = MPI_SUM;
  MPI_Init(&argc, &argv);
#ifndef OK
  MPI_Op_free(&op);
  // BOTH: predefined_freed.c:[[@LINE-1]]:3: error: op of MPI_Op_free (argument 1) is MPI_SUM, which must not be freed [arg-op]
#endif
  (void)op;
  MPI_Finalize();
  return 0;
}
