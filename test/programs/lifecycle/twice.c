// MPI is initialized a second time.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
#ifndef OK
  MPI_Init(&argc, &argv);
  // BOTH: twice.c:[[@LINE-1]]:3: error: MPI_Init is called although MPI is initialized already [lifecycle]
#endif
  MPI_Finalize();
  return 0;
}
