// MPI_COMM_WORLD must not be freed; a duplicate may.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Comm comm = MPI_COMM_WORLD;
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
#endif
  MPI_Comm_free(&comm);
  // BOTH: world_freed.c:[[@LINE-1]]:3: error: comm of MPI_Comm_free (argument 1) is MPI_COMM_WORLD, which must not be freed [arg-comm]
  MPI_Finalize();
  return 0;
}
