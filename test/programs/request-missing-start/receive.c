// A persistent receive that was never started is waited for, and its buffer is used.
// RUN: %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <stdio.h>
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0;
  MPI_Request receive;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) {
    MPI_Recv_init(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &receive);
    // BOTH: receive.c:[[@LINE-1]]:5: warning: the persistent operation of MPI_Recv_init is waited for but never started [request-missing-start]
#ifdef OK
    MPI_Start(&receive);
#endif
    MPI_Wait(&receive, MPI_STATUS_IGNORE);
    printf("%d\n", value);
    MPI_Request_free(&receive);
  }
#ifdef OK
  if (rank == 0) MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
#endif
  MPI_Finalize();
  return 0;
}
