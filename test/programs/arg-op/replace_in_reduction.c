// MPI_REPLACE is for one-sided operations only.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int value = 0, result;
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Allreduce(&value, &result, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
#else
  MPI_Allreduce(&value, &result, 1, MPI_INT, MPI_REPLACE, MPI_COMM_WORLD);
  // BOTH: replace_in_reduction.c:[[@LINE-1]]:3: error: op of MPI_Allreduce (argument 5) is MPI_REPLACE, which is for RMA only [arg-op]
#endif
  MPI_Finalize();
  return 0;
}
