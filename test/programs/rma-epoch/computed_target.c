// A target that is computed is not known without a run. What does not depend on it is.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, target, value = 1;
  MPI_Win win;
  int *memory;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Allreduce(&rank, &target, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
  MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
#ifdef OK
  MPI_Win_flush(target, win);
  MPI_Win_unlock(target, win);
#endif
  MPI_Win_free(&win);
  // BOTH: computed_target.c:[[@LINE-1]]:3: error: a lock is never released before MPI_Win_free [rma-epoch]
  MPI_Finalize();
  return 0;
}
