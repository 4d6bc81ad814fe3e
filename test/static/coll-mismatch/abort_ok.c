// One side of a branch on the rank ends in MPI_Abort or exit, which ends all ranks.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: coll-
// CHECK: lockstep: no errors
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void fail(const char *why) {
  fprintf(stderr, "%s\n", why);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char **argv) {
  int rank, value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    FILE *file = fopen(argv[1], "r");
    if (!file) fail("no input");
    if (fscanf(file, "%d", &value) != 1) exit(1);
    fclose(file);
  }
  if (rank == 1 && argc > 2) MPI_Abort(MPI_COMM_WORLD, 2);
  MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
