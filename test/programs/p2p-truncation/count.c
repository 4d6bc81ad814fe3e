// A message is longer than its receive.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, values[4] = {0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef OK
  const int count = 4;
#else
  const int count = 2;
#endif
  if (rank == 0) MPI_Send(values, 3, MPI_INT, 1, 0, MPI_COMM_WORLD);
  // BOTH: count.c:[[@LINE-1]]:18: error: rank 0 sends 3 x MPI_INT (12 bytes) to rank 1, which has room for 2 x MPI_INT (8 bytes) [p2p-truncation]
  if (rank == 1) MPI_Recv(values, count, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
