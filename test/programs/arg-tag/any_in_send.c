// A send with MPI_ANY_TAG, which is for receives only.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef OK
  const int tag = 3;
#else
  const int tag = MPI_ANY_TAG;
#endif
  if (rank == 0) MPI_Send(&value, 1, MPI_INT, 1, tag, MPI_COMM_WORLD);
  // BOTH: any_in_send.c:[[@LINE-1]]:18: error: tag of MPI_Send (argument 5) is MPI_ANY_TAG, but only a receive or probe may leave it open [arg-tag]
  if (rank == 1) MPI_Recv(&value, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
