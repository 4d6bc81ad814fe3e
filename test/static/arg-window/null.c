// A fence on MPI_WIN_NULL.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Win win = MPI_WIN_NULL;
  MPI_Init(&argc, &argv);
#ifdef OK
  if (win != MPI_WIN_NULL) MPI_Win_fence(0, win);
#else
  // CHECK: null.c:[[@LINE+1]]:{{.*}}error: win of MPI_Win_fence (argument 2) is MPI_WIN_NULL [arg-window]
  MPI_Win_fence(0, win);
#endif
  MPI_Finalize();
  return 0;
}
