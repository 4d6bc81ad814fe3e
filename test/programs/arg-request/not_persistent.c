// MPI_Start of a request that is not persistent.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int value = 0;
  MPI_Request request;
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Recv_init(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
#else
  MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
#endif
  MPI_Start(&request);
  // BOTH: not_persistent.c:[[@LINE-1]]:3: error: request of MPI_Start (argument 1) is the request of MPI_Irecv, which is not persistent [arg-request]
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#ifdef OK
  MPI_Request_free(&request);
#endif
  MPI_Finalize();
  return 0;
}
