// A receive from a negative rank that is neither MPI_ANY_SOURCE nor MPI_PROC_NULL.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int value = 0;
  MPI_Init(&argc, &argv);
#ifdef OK
  const int from = MPI_PROC_NULL;
#else
  const int from = -77;
#endif
  MPI_Recv(&value, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // BOTH: negative_source.c:[[@LINE-1]]:3: error: source of MPI_Recv (argument 4) is -77, but MPI_COMM_WORLD has ranks 0 to 1 [arg-rank]
  MPI_Finalize();
  return 0;
}
