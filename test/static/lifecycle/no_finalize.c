// A process ends by itself without MPI_Finalize: by returning from main, by exit, or on every path.
// RUN: %not66 %check %s 2>&1 | FileCheck %s --check-prefix=CHECK
// RUN: %not66 %check %s -- -DEXIT 2>&1 | FileCheck %s --check-prefixes=CHECK,EXIT
// RUN: %not66 %check %s -- -DWAYS 2>&1 | FileCheck %s --check-prefix=WAYS
// RUN: %check %s -- -DRIGHT 2>&1 | FileCheck %s --check-prefix=RIGHT
// RIGHT-NOT: {{warning|error}}:
// RIGHT: lockstep: no errors
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  // CHECK: no_finalize.c:[[#@LINE-1]]:3: error: the process ends without calling MPI_Finalize [lifecycle]
  // CHECK: last call before the end
  // EXIT: no_finalize.c:[[#EXITS:]]:3: note: ends here
  // CHECK: help: call MPI_Finalize on every rank before it ends, or MPI_Abort to end the whole job
  // CHECK: 1 error
#ifdef EXIT
  exit(0);
#endif
#ifdef WAYS
  if (argc > 3) return 3;
  if (argc > 2) MPI_Barrier(MPI_COMM_WORLD);
  // WAYS: error: the process ends without calling MPI_Finalize
  // WAYS: note: last call before the end
  // WAYS: 1 error
#endif
#ifdef RIGHT
  MPI_Finalize();
#endif
  return 0;
}
