// The rank that jumps calls the collective elsewhere, or jumps after it, or all ranks jump.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: coll-
// CHECK: lockstep: no errors
#include <mpi.h>
#include <setjmp.h>

static jmp_buf start, end, again;

static void before(int rank) {
  if (rank == 1) longjmp(start, 1);
  MPI_Barrier(MPI_COMM_WORLD);
}

static void behind(int rank) {
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) longjmp(end, 2);
}

static void together(int tries) {
  MPI_Barrier(MPI_COMM_WORLD);
  if (tries == 0) longjmp(again, 1);
}

int main(int argc, char **argv) {
  int rank;
  volatile int tries = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (setjmp(start) == 0)
    before(rank);
  else
    MPI_Barrier(MPI_COMM_WORLD);
  if (setjmp(end) == 0) behind(rank);
  if (setjmp(again) != 0) tries = 1;
  together(tries);
  MPI_Finalize();
  return 0;
}
