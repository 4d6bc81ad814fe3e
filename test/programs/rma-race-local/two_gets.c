// Two gets of one epoch write the same buffer.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, values[2] = {0};
  MPI_Win win;
  int *memory;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
#ifdef OK
  int *second = &values[1];
#else
  int *second = &values[0];
#endif
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Get(&values[0], 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Get(second, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    // BOTH: two_gets.c:[[@LINE-1]]:5: error: MPI_Get writes to a buffer that a pending MPI_Get also writes to [rma-race-local]
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
