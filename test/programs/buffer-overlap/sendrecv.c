// MPI_Sendrecv sends from the memory that it receives into.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, values[2] = {0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef OK
  int *in = &values[1];
#else
  int *in = &values[0];
#endif
  MPI_Sendrecv(&values[0], 1, MPI_INT, 1 - rank, 0, in, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // BOTH: sendrecv.c:[[@LINE-1]]:3: error: MPI_Sendrecv reads sendbuf and writes recvbuf, and the two overlap [buffer-overlap]
  MPI_Finalize();
  return 0;
}
