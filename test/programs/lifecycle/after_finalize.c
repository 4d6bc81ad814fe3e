// A call after MPI is finalized.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  MPI_Finalize();
#ifndef OK
  MPI_Barrier(MPI_COMM_WORLD);
  // BOTH: after_finalize.c:[[@LINE-1]]:3: error: MPI_Barrier is called after MPI_Finalize [lifecycle]
#endif
  return 0;
}
