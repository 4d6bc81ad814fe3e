// A wait for a null request.
// RUN: %check %s 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
#endif
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  // Difference: a warning of check, and in the run a note, which only -v shows.
  // CHECK: null.c:[[@LINE-2]]:3: warning: MPI_Wait is given a null request: there is nothing to complete [request-unmatched-wait]
  // RUNTIME: lockstep: no errors
  MPI_Finalize();
  return 0;
}
