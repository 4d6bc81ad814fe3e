// In a source without main nothing is known about what happens before and after its functions.
// RUN: %check %s 2>&1 | FileCheck %s --check-prefix=RIGHT
// RIGHT-NOT: {{warning|error}}:
// RIGHT: lockstep: no errors
#include <mpi.h>

int ownRank(void) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

void start(void) { MPI_Init(0, 0); }

int again(void) {
  int flag;
  MPI_Initialized(&flag);
  if (!flag) MPI_Init(0, 0);
  return ownRank();
}
