// A barrier on MPI_COMM_NULL, which a split has returned.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Comm part;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef OK
  const int color = 0;
#else
  const int color = MPI_UNDEFINED;
#endif
  MPI_Comm_split(MPI_COMM_WORLD, color, rank, &part);
  MPI_Barrier(part);
  // BOTH: null.c:[[@LINE-1]]:3: error: comm of MPI_Barrier (argument 1) is MPI_COMM_NULL [arg-comm]
  if (part != MPI_COMM_NULL) MPI_Comm_free(&part);
  MPI_Finalize();
  return 0;
}
