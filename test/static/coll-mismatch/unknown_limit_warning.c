// The condition depends on the rank in a way that cannot be computed.
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// CHECK: warning: MPI_Barrier might be called by some ranks of the communicator only [coll-mismatch]
// OK-NOT: coll-
// OK: lockstep: no errors
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, workers = atoi(argv[1]);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank < workers) MPI_Barrier(MPI_COMM_WORLD);
#ifdef OK
  if (rank >= workers) MPI_Barrier(MPI_COMM_WORLD);
#endif
  MPI_Finalize();
  return 0;
}
