// A copy of a request is waited for after the request was completed.
// RUN: %check %s 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Request barrier, copy;
  MPI_Init(&argc, &argv);
  MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
  copy = barrier;
  MPI_Wait(&barrier, MPI_STATUS_IGNORE);
#ifndef OK
  MPI_Wait(&copy, MPI_STATUS_IGNORE);
  // Difference: check does not follow copies of a request.
  // RUNTIME: freed_copy.c:[[@LINE-2]]:3: error: request of MPI_Wait (argument 1) is a request that was completed through another copy of its handle [arg-request]
  // CHECK: lockstep: no errors
#endif
  (void)copy;
  MPI_Finalize();
  return 0;
}
