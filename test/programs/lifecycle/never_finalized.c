// A process that ends without MPI_Finalize.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);

  MPI_Barrier(MPI_COMM_WORLD);
  // Difference: the sentence; the run knows the ranks and their status.
  // CHECK: never_finalized.c:[[@LINE-2]]:3: error: the process ends without calling MPI_Finalize [lifecycle]
  // RUNTIME: never_finalized.c:[[@LINE-3]]:3: error: {{ranks? [-0-9]+ ends?}} with status 0 without calling MPI_Finalize [lifecycle]
#ifdef OK
  MPI_Finalize();
#endif
  return 0;
}
