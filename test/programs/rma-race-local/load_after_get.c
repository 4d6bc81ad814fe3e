// The result of a get is read before the flush.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <stdio.h>
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 1;
  MPI_Win win;
  int *memory;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[0] = rank;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
  MPI_Get(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
#ifdef OK
  MPI_Win_flush(1 - rank, win);
#endif
  printf("%d\n", value);
  // BOTH: load_after_get.c:[[@LINE-1]]:18: error: the load reads a buffer that a pending MPI_Get writes to [rma-race-local]
  MPI_Win_unlock(1 - rank, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
