// An unlock of a target that is not locked.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
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
  if (rank == 0) {
#ifdef OK
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
#endif
    MPI_Win_unlock(1, win);
    // BOTH: unlock_without_lock.c:[[@LINE-1]]:5: error: MPI_Win_unlock without MPI_Win_lock: rank 1 is not locked [rma-epoch]
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
