// The target loads what a put of the same epoch writes.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, one = 1, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
#ifdef OK
  MPI_Win_fence(0, win);
#endif
  if (rank == 1) one += memory[0];
  // BOTH: put_and_load.c:[[@LINE-1]]:{{[0-9]+}}: error: {{.*}} [rma-race-remote]
#ifndef OK
  MPI_Win_fence(0, win);
#endif
  MPI_Win_free(&win);
  MPI_Finalize();
  return one == 0;
}
