// A program refuses numbers of ranks that it is not written for, and ranks that it does not use leave.
// RUN: %check %s -- -DREFUSES 2>&1 | FileCheck %s --check-prefix=RIGHT
// RUN: %check %s -- -DRETURNS 2>&1 | FileCheck %s --check-prefix=RIGHT
// RUN: %check %s -- -DLEAVES 2>&1 | FileCheck %s --check-prefix=RIGHT
// RIGHT-NOT: {{warning|error}}:
// RIGHT: lockstep: no errors
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
#ifdef REFUSES
  if (size != 8) {
    if (rank == 0) printf("run me with 8 ranks\n");
    exit(1);
  }
#endif
#ifdef RETURNS
  if (size < 8) return 0;
#endif
#ifdef LEAVES
  if (rank >= 2) return 0;
#endif
  MPI_Finalize();
  return 0;
}
