// A guard requires three ranks, but only ranks 0 and 1 call the barrier; for two ranks these are all.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// CHECK: error: MPI_Barrier is not called by all ranks
// CHECK: called by some ranks only
// OK-NOT: coll-
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
#ifdef OK
  if (size != 2) MPI_Abort(MPI_COMM_WORLD, 1);
#else
  if (size != 3) {
    MPI_Finalize();
    return 1;
  }
#endif
  if (rank == 0)
    MPI_Barrier(MPI_COMM_WORLD);
  else if (rank == 1)
    MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
