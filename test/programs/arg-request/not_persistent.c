// MPI_Start of a request that is not persistent.
// RUN: %check %s 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
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
  // Difference: check accepts it, the run reports only that the library refuses it.
  // RUNTIME: not_persistent.c:[[@LINE-2]]:3: error: the MPI library ends {{ranks? [-0-9]+}} inside MPI_Start: MPI_ERR_REQUEST: Request is neither persistent nor partitioned in MPI_Start or MPI_Startall [arg-request]
  // CHECK: lockstep: no errors
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#ifdef OK
  MPI_Request_free(&request);
#endif
  MPI_Finalize();
  return 0;
}
