// Ranks pass different assertions to one fence.
// RUN: %check %s 2>&1 | %verdict %s --check-prefix=CHECK
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
  MPI_Win_fence(0, win);
#ifdef OK
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
#else
  MPI_Win_fence(rank == 0 ? MPI_MODE_NOSUCCEED : 0, win);
  // Difference: check does not compare the assertions of ranks.
  // RUNTIME: fence_assertions.c:[[@LINE-2]]:3: error: ranks disagree on the assertions of MPI_Win_fence on a window of MPI_COMM_WORLD: rank 0 gives MPI_MODE_NOSUCCEED, rank 1 gives neither [rma-epoch]
  // CHECK: lockstep: no errors
#endif
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
