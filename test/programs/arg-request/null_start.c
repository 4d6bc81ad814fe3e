// MPI_Start of MPI_REQUEST_NULL.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefixes=BOTH,CHECK
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int value = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Recv_init(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
#endif
  MPI_Start(&request);
  // BOTH-DAG: null_start.c:[[@LINE-1]]:3: error: request of MPI_Start (argument 1) is MPI_REQUEST_NULL [arg-request]
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  // Difference: the library ends the run in MPI_Start; check goes on to the wait, which has nothing to complete.
  // CHECK-DAG: null_start.c:[[@LINE-2]]:3: warning: MPI_Wait is given a null request: there is nothing to complete [request-unmatched-wait]
#ifdef OK
  MPI_Request_free(&request);
#endif
  MPI_Finalize();
  return 0;
}
