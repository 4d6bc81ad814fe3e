// The rank chooses the function: by a condition, or from a table.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %check %s -- -DTABLE 2>&1 | FileCheck %s
#include <mpi.h>

// CHECK: function_pointer.c:[[@LINE+1]]:28: error: MPI_Barrier on some ranks meets MPI_Allreduce on others
static void coarse(void) { MPI_Barrier(MPI_COMM_WORLD); }
static void fine(void) {
  int one = 1, sum;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}
static void (*const steps[])(void) = {coarse, fine};

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef TABLE
  void (*step)(void) = steps[rank % 2];
#else
  void (*step)(void) = rank == 0 ? coarse : fine;
#endif
  step();
  MPI_Finalize();
  return 0;
}
