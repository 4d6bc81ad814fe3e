// What only one rank reads decides about a collective.
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DBRANCH 2>&1 | FileCheck %s --check-prefix=BRANCH
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, steps = 10;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef BRANCH
  if (rank == 0) steps = atoi(argv[1]);
  // BRANCH: read_by_one_warning.c:[[@LINE+2]]:19: warning: MPI_Barrier might be called by some ranks
  // BRANCH: read_by_one_warning.c:[[@LINE+1]]:7: note: the ranks diverge here, by what only some of them get in line [[@LINE-2]]
  if (steps > 20) MPI_Barrier(MPI_COMM_WORLD);
#else
  if (rank == 0 && scanf("%d", &steps) != 1) MPI_Abort(MPI_COMM_WORLD, 1);
  // CHECK: read_by_one_warning.c:[[@LINE+2]]:35: warning: MPI_Barrier might be called by some ranks
  // CHECK: help: broadcast what only some ranks get in line [[@LINE-2]] before line [[@LINE+1]] asks for it
  for (int i = 0; i < steps; ++i) MPI_Barrier(MPI_COMM_WORLD);
#endif
  MPI_Finalize();
  return 0;
}
