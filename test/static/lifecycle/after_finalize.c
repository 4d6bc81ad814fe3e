// A call after MPI_Finalize; calls that are allowed at any time are correct.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DRIGHT 2>&1 | FileCheck %s --check-prefix=RIGHT
// RIGHT-NOT: {{warning|error}}:
// RIGHT: lockstep: no errors
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int flag;
  MPI_Init(&argc, &argv);
  if (MPI_Finalize() != MPI_SUCCESS) return 1;
  if (argc > 1) printf("done\n");
  MPI_Finalized(&flag);
#ifndef RIGHT
  MPI_Barrier(MPI_COMM_WORLD);
  // CHECK: after_finalize.c:[[#@LINE-1]]:3: error: MPI_Barrier is called after MPI_Finalize [lifecycle]
  // CHECK: help: move the call in front of MPI_Finalize
  MPI_Bcast(&flag, 1, MPI_INT, 0, MPI_COMM_WORLD);  // follows from the first
  // CHECK-NOT: MPI_Bcast is called
  // CHECK: 1 error
#endif
  if (!flag) MPI_Barrier(MPI_COMM_WORLD);
  return 0;
}
