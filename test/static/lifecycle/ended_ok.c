// A rank aborts the job, fails an assertion, or continues elsewhere by longjmp: MPI_Finalize is not missing.
// RUN: %check %s -- -DEND='MPI_Abort(MPI_COMM_WORLD,1)' 2>&1 | FileCheck %s --check-prefix=RIGHT
// RUN: %check %s -- -DEND='abort()' 2>&1 | FileCheck %s --check-prefix=RIGHT
// RUN: %check %s -- '-DEND=assert(rank<0)' 2>&1 | FileCheck %s --check-prefix=RIGHT
// RUN: %check %s -- -DEND='longjmp(back,1)' 2>&1 | FileCheck %s --check-prefix=RIGHT
// RIGHT-NOT: {{warning|error}}:
// RIGHT: lockstep: no errors
#include <assert.h>
#include <mpi.h>
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf back;

static void end(int rank) {
  if (rank == 1) END;
}

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (setjmp(back) == 0) end(rank);
  MPI_Finalize();
  return 0;
}
