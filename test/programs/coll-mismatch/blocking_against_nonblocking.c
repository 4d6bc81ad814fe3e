// A blocking barrier does not match a nonblocking one.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
#ifdef OK
    MPI_Request barrier;
    MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
    MPI_Wait(&barrier, MPI_STATUS_IGNORE);
#else
    MPI_Barrier(MPI_COMM_WORLD);
    // Difference: the sentence; the run names the communicator, the ranks and what each of them calls.
    // CHECK: blocking_against_nonblocking.c:[[@LINE-2]]:5: error: MPI_Barrier on some ranks meets MPI_Ibarrier on others [coll-mismatch]
    // RUNTIME: blocking_against_nonblocking.c:[[@LINE-3]]:5: error: ranks disagree on the collective on MPI_COMM_WORLD: rank 0 calls MPI_Barrier, rank 1 calls MPI_Ibarrier [coll-mismatch]
#endif
  } else {
    MPI_Request barrier;
    MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
    MPI_Wait(&barrier, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
