// longjmp makes one rank skip the collective, back to setjmp.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
#include <mpi.h>
#include <setjmp.h>

static jmp_buf start;

static void work(int rank) {
  if (rank == 1) longjmp(start, 1);
  // CHECK: longjmp.c:[[@LINE+2]]:3: error: MPI_Barrier is not called by all ranks
  // CHECK: longjmp.c:[[@LINE-2]]:7: note: the ranks diverge here, depending on the rank obtained at line [[#@LINE+7]]
  MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (setjmp(start) == 0) work(rank);
  MPI_Finalize();
  return 0;
}
