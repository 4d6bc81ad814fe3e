// The function pointer has a target without collectives on one rank.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
#include <mpi.h>
#include <stdio.h>

// CHECK: function_pointer_harmless.c:[[@LINE+1]]:26: error: MPI_Barrier is not called by all ranks
static void meet(void) { MPI_Barrier(MPI_COMM_WORLD); }
static void print(void) { printf("alone\n"); }

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  void (*step)(void) = rank == 0 ? print : meet;
  step();
  MPI_Finalize();
  return 0;
}
