// Beside the rank, but not from it: another field, another element, another variable; or the same again on all ranks.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: coll-
// CHECK: lockstep: no errors
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct place {
  int rank;
  int size;
};
static int me, steps;

static void find(struct place *place) {
  MPI_Comm_rank(MPI_COMM_WORLD, &place->rank);
  MPI_Comm_size(MPI_COMM_WORLD, &place->size);
}

int main(int argc, char **argv) {
  struct place place, *onHeap = malloc(sizeof *onHeap);
  int flags[2], both[2], go = 0, first, sum;
  MPI_Init(&argc, &argv);
  find(&place);
  find(onHeap);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  steps = 3;
  if (place.size == 4) MPI_Barrier(MPI_COMM_WORLD);
  if (onHeap->size == 4) MPI_Barrier(MPI_COMM_WORLD);
  flags[0] = 1;
  flags[1] = 1;
  if (flags[me % 2]) MPI_Barrier(MPI_COMM_WORLD);
  both[0] = me;
  both[1] = 1;
  if (both[1]) MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) printf("%d\n", both[0]);
  for (int i = 0; i < steps; i++) MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) go = 1;
  first = go;
  MPI_Bcast(&first, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (first) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Allreduce(&go, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (sum) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, &go, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (go) MPI_Barrier(MPI_COMM_WORLD);
  free(onHeap);
  MPI_Finalize();
  return 0;
}
