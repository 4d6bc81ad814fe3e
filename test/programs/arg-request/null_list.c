// A null pointer where two requests are said to be.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <stddef.h>
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Init(&argc, &argv);
  MPI_Ibarrier(MPI_COMM_WORLD, &requests[1]);
#ifdef OK
  MPI_Request *list = requests;
#else
  MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
  MPI_Request *list = NULL;
#endif
  MPI_Waitall(2, list, MPI_STATUSES_IGNORE);
  // BOTH: null_list.c:[[@LINE-1]]:3: error: array_of_requests of MPI_Waitall (argument 2) is NULL, but the number of requests is not 0 [arg-request]
  MPI_Finalize();
  return 0;
}
