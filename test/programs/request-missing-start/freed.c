// A persistent request that is freed, but was never started: legal, and of no use.
// RUN: %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int value = 0;
  MPI_Request receive;
  MPI_Init(&argc, &argv);
  MPI_Recv_init(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &receive);
  // BOTH: freed.c:[[@LINE-1]]:3: warning: the persistent operation of MPI_Recv_init is freed but never started [request-missing-start]
#ifdef OK
  MPI_Start(&receive);
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
#endif
  MPI_Request_free(&receive);
  MPI_Finalize();
  return 0;
}
