// A flag is stored into a variable that is too small for it.
// RUN: %check %s 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  signed char small[1];
  int flag;
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
#else
  MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, (int *)small, MPI_STATUS_IGNORE);
  // Difference: check judges the memory of data, not that of results.
  // RUNTIME: flag.c:[[@LINE-2]]:3: error: flag of MPI_Iprobe (argument 4) points to 1 byte, but the result has 4 bytes [buffer-overflow]
  // CHECK: lockstep: no errors
#endif
  (void)small, (void)flag;
  MPI_Finalize();
  return 0;
}
