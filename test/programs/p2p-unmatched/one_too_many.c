// One message more is sent than is received.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0;
#ifdef OK
  const int messages = 2;
#else
  const int messages = 3;
#endif
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; rank == 0 && i < messages; ++i) MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  // BOTH: one_too_many.c:[[@LINE-1]]:51: error: the message that MPI_Send sends to rank 1 with tag 0 on MPI_COMM_WORLD is never received [p2p-unmatched]
  for (int i = 0; rank == 1 && i < 2; ++i) MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
