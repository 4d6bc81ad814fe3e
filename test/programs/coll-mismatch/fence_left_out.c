// One rank leaves out a fence.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Win win;
  int *memory;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
#ifdef OK
  MPI_Win_fence(0, win);
#else
  if (rank == 0) MPI_Win_fence(0, win);
  // Difference: the sentence; the run names the window, the ranks and what each of them calls.
  // CHECK: fence_left_out.c:[[@LINE-2]]:18: error: MPI_Win_fence is not called by all ranks of the communicator [coll-mismatch]
  // RUNTIME: fence_left_out.c:[[@LINE-3]]:18: error: ranks disagree on the collective on a window of MPI_COMM_WORLD: rank 0 calls MPI_Win_fence, rank 1 goes on with MPI_Win_free [coll-mismatch]
#endif
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
