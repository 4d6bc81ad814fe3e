// Only rank 0 calls the barrier: the finding names the branch and its rank, and says what to do.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // CHECK: rank_zero_only.c:[[@LINE+4]]:5: error: MPI_Barrier is not called by all ranks of the communicator [coll-mismatch]
  // CHECK: called by some ranks only
  // CHECK: rank_zero_only.c:[[@LINE+1]]:7: note: the ranks diverge here, depending on the rank obtained at line [[@LINE-3]]
  if (rank == 0) {
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
// CHECK: help: move MPI_Barrier out of the branch in line 12, or call it on the other side too
// CHECK: lockstep: 1 error; 4 MPI calls
