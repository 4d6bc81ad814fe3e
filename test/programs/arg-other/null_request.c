// A null pointer where the request of a nonblocking call is stored.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <stddef.h>
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Request request;
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#else
  MPI_Ibarrier(MPI_COMM_WORLD, NULL);
  // BOTH: null_request.c:[[@LINE-1]]:3: error: request of MPI_Ibarrier (argument 2) is NULL, but the call stores a result there [arg-other]
#endif
  MPI_Finalize();
  return 0;
}
