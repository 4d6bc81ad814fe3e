// A signal from which the program's own handler recovers is not its end.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 %s 2>&1 | FileCheck %s
#include <mpi.h>
#include <setjmp.h>
#include <signal.h>

static sigjmp_buf back;

static void recover(int number) {
  (void)number;
  siglongjmp(back, 1);
}

int main(int argc, char **argv) {
  signal(SIGSEGV, recover);
  MPI_Init(&argc, &argv);
  if (sigsetjmp(back, 1) == 0) raise(SIGSEGV);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}

// CHECK-NOT: {{error|warning}}:
// CHECK: lockstep: no errors; 2 ranks
