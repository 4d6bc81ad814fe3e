// A fence that completes a put, but asserts that nothing precedes it.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 1;
  MPI_Win win;
  int *memory;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
#ifdef OK
  MPI_Win_fence(0, win);
#else
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  // BOTH: no_precede.c:[[@LINE-1]]:3: error: MPI_Win_fence with MPI_MODE_NOPRECEDE has to complete operations: the process has made some since the last fence [rma-epoch]
#endif
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
