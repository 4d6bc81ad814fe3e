// The pieces that MPI_Gatherv writes at the root overlap.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int values[2] = {0}, all[4];
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Gatherv(values, 2, MPI_INT, all, (int[]){2, 2}, (int[]){0, 2}, MPI_INT, 0, MPI_COMM_WORLD);
#else
  MPI_Gatherv(values, 2, MPI_INT, all, (int[]){2, 2}, (int[]){0, 1}, MPI_INT, 0, MPI_COMM_WORLD);
  // BOTH: gatherv.c:[[@LINE-1]]:3: error: MPI_Gatherv writes some bytes of recvbuf more than once: the pieces of different ranks overlap [buffer-overlap]
#endif
  MPI_Finalize();
  return 0;
}
