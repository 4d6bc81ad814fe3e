// The send and receive buffers of one call overlap.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int values[4] = {0};
  MPI_Init(&argc, &argv);
#ifdef OK
  int *mine = &values[2];
#else
  int *mine = &values[1];
#endif
  MPI_Allgather(mine, 1, MPI_INT, values, 1, MPI_INT, MPI_COMM_WORLD);
  // BOTH: gather.c:[[@LINE-1]]:3: error: MPI_Allgather reads sendbuf and writes recvbuf, and the two overlap [buffer-overlap]
  MPI_Finalize();
  return 0;
}
