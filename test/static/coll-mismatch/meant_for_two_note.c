// Without a guard the program may be meant for two ranks: a note, shown on request only.
// RUN: %check %s 2>&1 | FileCheck %s --check-prefix=QUIET
// RUN: %check -v %s 2>&1 | FileCheck %s
// QUIET-NOT: coll-mismatch
// QUIET: lockstep: no errors
// CHECK: note: MPI_Barrier might be called by some ranks of the communicator only when there are 3 [coll-mismatch]
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    MPI_Barrier(MPI_COMM_WORLD);
  else if (rank == 1)
    MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
