// One rank exits before the collective of the others.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <stdlib.h>
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // Difference: the sentence; the run knows the rank, its status and who waits for it.
  // CHECK: exit.c:[[@LINE-2]]:3: error: the process ends without calling MPI_Finalize [lifecycle]
  // RUNTIME: exit.c:[[@LINE-3]]:3: error: rank 1 ends with status 3 without calling MPI_Finalize{{(; rank 0 waits for it in MPI_Barrier)?}} [lifecycle]
#ifndef OK
  if (rank == 1) exit(3);
#endif
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
