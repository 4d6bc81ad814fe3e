// A call through a pointer: every possible target calls a collective.
// RUN: %check %s 2>&1 | FileCheck %s
#include <mpi.h>
#include <stdlib.h>

static void coarse(void) { MPI_Barrier(MPI_COMM_WORLD); }
static void fine(void) {
  int one = 1, sum;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  void (*step)(void) = argc > 1 ? fine : coarse;
  // CHECK: function_pointer_warning.c:{{6:28|9:3}}: warning: MPI_{{.*}} might be called by some ranks
  // CHECK: function_pointer_warning.c:[[@LINE+1]]:7: note: the ranks diverge here
  if (rank == 0) step();
  MPI_Finalize();
  return 0;
}
