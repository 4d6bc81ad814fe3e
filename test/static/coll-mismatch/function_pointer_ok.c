// A call through a pointer that may refer to a function without collectives, and one that all ranks make.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: coll-
// CHECK: lockstep: no errors
#include <mpi.h>
#include <stdio.h>

static void coarse(void) { MPI_Barrier(MPI_COMM_WORLD); }
static void quiet(void) { puts("nothing"); }
static void log_(int n) { printf("%d\n", n); }

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  void (*step)(void) = argc > 1 ? quiet : coarse;
  void (*tell)(int) = log_;
  if (rank == 0) tell(rank);
  step();
  MPI_Finalize();
  return 0;
}
