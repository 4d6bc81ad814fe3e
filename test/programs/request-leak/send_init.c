// A persistent request that is complete, but never freed.
// RUN: %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0;
  MPI_Request send;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Send_init(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &send);
    // BOTH: send_init.c:[[@LINE-1]]:5: warning: the persistent request of MPI_Send_init is never freed [request-leak]
    MPI_Start(&send);
    MPI_Wait(&send, MPI_STATUS_IGNORE);
#ifdef OK
    MPI_Request_free(&send);
#endif
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
