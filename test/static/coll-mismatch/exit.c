// A rank calls exit before the barrier of the others: after MPI_Finalize that is the mismatch, without it the missing
// MPI_Finalize is the error.
// RUN: %not66 %check %s 2>&1 | FileCheck %s --check-prefix=LEFT --implicit-check-not='[coll-mismatch]'
// RUN: %not66 %check %s -- -DFINALIZED 2>&1 | FileCheck %s
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) {
#ifdef FINALIZED
    MPI_Finalize();
    exit(1);
#else
    exit(0);
#endif
  }
  // CHECK: exit.c:[[@LINE+1]]:3: error: MPI_Barrier is not called by all ranks
  MPI_Barrier(MPI_COMM_WORLD);
  // LEFT: error: the process ends without calling MPI_Finalize [lifecycle]
  // LEFT: also: at {{.*}}exit.c:[[@LINE-2]]:3 (MPI_Barrier)
  MPI_Finalize();
  return 0;
}
