// A lock with operations between two fences, which have opened an epoch as well.
// RUN: %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

#ifdef OK
#define BEFORE MPI_MODE_NOSUCCEED
#else
#define BEFORE 0
#endif

int main(int argc, char **argv) {
  int rank, value = 1;
  MPI_Win win;
  int *memory;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(BEFORE, win);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  }
  MPI_Win_fence(0, win);
  // BOTH: lock_between_fences.c:[[@LINE-1]]:3: warning: MPI_Win_fence closes an epoch that the last MPI_Win_fence has opened, and MPI_Win_lock has opened another inside of it [rma-epoch]
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
