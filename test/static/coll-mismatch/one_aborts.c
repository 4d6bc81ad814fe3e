// Rank 0 ends the job in case of an error, and a reduction that only rank 0 calls is still a mismatch.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// CHECK: error: MPI_Reduce is not called by all ranks of the communicator [coll-mismatch]
// OK-NOT: coll-
// OK: lockstep: no errors
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail(const char *why, int rank) {
  if (rank != 0) return;
  printf("%s\n", why);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char **argv) {
  int rank, steps = 3, mine = 1, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 1; i < argc; ++i) {
    if (strcmp(argv[i], "-s") == 0)
      steps = i + 1 < argc ? atoi(argv[++i]) : 0;
    else
      fail("what is that?", rank);
  }
  if (steps < 1) fail("too few steps", rank);
  MPI_Barrier(MPI_COMM_WORLD);
#ifndef OK
  if (rank == 0)
#endif
    MPI_Reduce(&mine, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
