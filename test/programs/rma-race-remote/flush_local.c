// A barrier orders the ranks, but the put is complete at its origin only.
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
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
#ifdef OK
    MPI_Win_flush(1, win);
#else
    MPI_Win_flush_local(1, win);
#endif
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  if (rank == 1) one += memory[0];
  // BOTH: flush_local.c:[[@LINE-1]]:{{[0-9]+}}: error: {{.*}}: the operation is not complete at its target [rma-race-remote]
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return one == 0;
}
