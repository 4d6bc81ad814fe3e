// A message with a negative tag.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef OK
  const int tag = 0;
#else
  const int tag = -5;
#endif
  if (rank == 0) MPI_Send(&value, 1, MPI_INT, 1, tag, MPI_COMM_WORLD);
  // Difference: the run knows the largest tag.
  // CHECK: negative.c:[[@LINE-2]]:18: error: tag of MPI_Send (argument 5) is -5, but must not be negative [arg-tag]
  // RUNTIME: negative.c:[[@LINE-3]]:18: error: tag of MPI_Send (argument 5) is -5, but tags go from 0 to {{[0-9]+}} (MPI_TAG_UB) [arg-tag]
  if (rank == 1) MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
