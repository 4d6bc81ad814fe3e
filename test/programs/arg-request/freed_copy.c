// A copy of a request is waited for after the request was completed.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
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
  // BOTH: freed_copy.c:[[@LINE-1]]:3: error: request of MPI_Wait (argument 1) is a request that was completed through another copy of its handle [arg-request]
#endif
  (void)copy;
  MPI_Finalize();
  return 0;
}
