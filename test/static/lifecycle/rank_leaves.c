// One rank certainly ends without MPI_Finalize, whatever its status, while the others finalize.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %check %s -- -DSTATUS=3 2>&1 | FileCheck %s
// RUN: %check %s -- -DRIGHT 2>&1 | FileCheck %s --check-prefix=RIGHT
// RIGHT-NOT: {{warning|error}}:
// RIGHT: lockstep: no errors
#include <mpi.h>
#include <stdlib.h>

#ifndef STATUS
#define STATUS 0
#endif

static void leave(void) {
#ifdef RIGHT
  MPI_Finalize();
#endif
  exit(STATUS);
}

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // CHECK: rank_leaves.c:[[#@LINE-1]]:3: error: the process ends without calling MPI_Finalize [lifecycle]
  // CHECK: rank_leaves.c:18:3: note: ends here
  if (rank == 1) leave();
  MPI_Finalize();
  return 0;
}
