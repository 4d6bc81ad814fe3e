// The request of a collective must not be freed; it has to be completed.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Request barrier;
  MPI_Init(&argc, &argv);
  MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
  // BOTH: freed_collective.c:[[@LINE-1]]:3: error: the request of MPI_Ibarrier is freed before the operation is complete [request-missing-wait]
#ifdef OK
  MPI_Wait(&barrier, MPI_STATUS_IGNORE);
#else
  MPI_Request_free(&barrier);
#endif
  MPI_Finalize();
  return 0;
}
