// All ranks put to the same bytes of rank 0; one after the other, or with the same accumulate, this is correct.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int one = 1, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(16, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
#ifdef OK
  MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
#else
  MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  // BOTH: two_puts.c:[[@LINE-1]]:3: error: {{.*}} [rma-race-remote]
#endif
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
