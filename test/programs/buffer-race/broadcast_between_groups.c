// A broadcast between two groups reads at the root, which passes MPI_ROOT, and writes in the other group.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 1;
  volatile int seen = 0;
  MPI_Comm both;
  MPI_Request broadcast;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1 - rank, 0, &both);
  MPI_Ibcast(&value, 1, MPI_INT, rank == 0 ? MPI_ROOT : 0, both, &broadcast);
#ifdef OK
  if (rank == 0) seen = value;
#else
  if (rank == 1) seen = value;
  // BOTH: broadcast_between_groups.c:[[@LINE-1]]:25: error: the load reads a buffer that a pending MPI_Ibcast writes to [buffer-race]
#endif
  MPI_Wait(&broadcast, MPI_STATUS_IGNORE);
  MPI_Comm_free(&both);
  MPI_Finalize();
  return 0;
}
