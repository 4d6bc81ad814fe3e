// A second lock of a target that the process has locked already.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Win win;
  int *memory;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
#ifdef OK
  MPI_Win_unlock(0, win);
#endif
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  // BOTH: locked_twice.c:[[@LINE-1]]:3: error: MPI_Win_lock of rank 0, which the process has locked already [rma-epoch]
  MPI_Win_unlock(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
