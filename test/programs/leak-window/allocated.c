// The window is not freed. MPICH aborts in MPI_Finalize then, which a run reports as well.
// RUN: %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | FileCheck %s --check-prefixes=BOTH,RUNTIME
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(16, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  // BOTH-DAG: allocated.c:[[@LINE-1]]:3: warning: the window that MPI_Win_allocate makes here is never freed [leak-window]
  // RUNTIME-DAG: allocated.c:[[@LINE+4]]:3: error: {{.*}} by signal 6 (Aborted) inside MPI_Finalize [lifecycle]
#ifdef OK
  MPI_Win_free(&win);
#endif
  MPI_Finalize();
  return 0;
}
