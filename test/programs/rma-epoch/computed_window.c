// Which window a call synchronizes is computed: without a run no epoch is known any more, up to the next fence.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, least, value = 1;
  MPI_Win wins[2];
  int *memory[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Allreduce(&rank, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  for (int i = 0; i < 2; ++i)
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory[i], &wins[i]);
  MPI_Win_lock_all(0, wins[0]);
  MPI_Win_unlock_all(wins[least]);
  MPI_Win_free(&wins[0]);
  MPI_Win_fence(0, wins[1]);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, wins[1]);
#ifdef OK
  MPI_Win_fence(0, wins[1]);
#endif
  MPI_Win_free(&wins[1]);
  // BOTH: computed_window.c:[[@LINE-1]]:3: error: the epoch of the last fence is used but never closed before MPI_Win_free [rma-epoch]
  MPI_Finalize();
  return 0;
}
