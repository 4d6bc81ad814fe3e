// A message of doubles is received as floats: neither its type nor its length fits, and the type is reported.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  double out[2] = {0};
  float in[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) MPI_Send(out, 2, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  // BOTH: and_too_long.c:[[@LINE-1]]:18: error: rank 0 sends 2 x MPI_DOUBLE to rank 1, which receives it as 2 x MPI_FLOAT: element 0 is MPI_DOUBLE at the sender and MPI_FLOAT at the receiver [p2p-type-mismatch]
#ifdef OK
  if (rank == 1) MPI_Recv(out, 2, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#else
  if (rank == 1) MPI_Recv(in, 2, MPI_FLOAT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#endif
  (void)in;
  MPI_Finalize();
  return 0;
}
