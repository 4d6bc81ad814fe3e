// A message to a rank that does not exist.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
#ifdef OK
  const int to = MPI_PROC_NULL;
#else
  const int to = size;
#endif
  if (rank == 0) MPI_Send(&value, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
  // BOTH: destination.c:[[@LINE-1]]:18: error: dest of MPI_Send (argument 4) is 2, but MPI_COMM_WORLD has ranks 0 to 1 [arg-rank]
  MPI_Finalize();
  return 0;
}
