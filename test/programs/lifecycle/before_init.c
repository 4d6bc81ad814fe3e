// A call before MPI is initialized.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
#ifdef OK
  MPI_Init(&argc, &argv);
#endif
  MPI_Barrier(MPI_COMM_WORLD);
  // BOTH: before_init.c:[[@LINE-1]]:3: error: MPI_Barrier is called before MPI_Init [lifecycle]
#ifndef OK
  MPI_Init(&argc, &argv);
#endif
  MPI_Finalize();
  return 0;
}
