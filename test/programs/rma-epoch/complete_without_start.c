// MPI_Win_complete where no MPI_Win_start was.
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
  MPI_Group world, other;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, (int[]){1 - rank}, &other);
#ifdef OK
  if (rank == 0) MPI_Win_start(other, 0, win);
  if (rank == 1) MPI_Win_post(other, 0, win);
#endif
  if (rank == 0) MPI_Win_complete(win);
  // BOTH: complete_without_start.c:[[@LINE-1]]:18: error: MPI_Win_complete without MPI_Win_start: there is no access epoch to close [rma-epoch]
#ifdef OK
  if (rank == 1) MPI_Win_wait(win);
#endif
  MPI_Group_free(&other);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
