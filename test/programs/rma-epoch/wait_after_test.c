// MPI_Win_test may have ended the exposure or not: a wait where it has not, and a test of a window that is not exposed.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, done = 0;
  MPI_Win win;
  int *memory;
  MPI_Group world, other;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, (int[]){1 - rank}, &other);
  if (rank == 0) {
    MPI_Win_start(other, 0, win);
    MPI_Win_complete(win);
  } else if (rank == 1) {
    MPI_Win_post(other, 0, win);
    MPI_Win_test(win, &done);
    if (!done) MPI_Win_wait(win);
#ifndef OK
    MPI_Win_post(other, 0, win);
    MPI_Win_wait(win);
    MPI_Win_test(win, &done);
    // BOTH: wait_after_test.c:[[@LINE-1]]:5: error: MPI_Win_test without MPI_Win_post: there is no exposure epoch to close [rma-epoch]
#endif
  }
#ifndef OK
  if (rank == 0) {
    MPI_Win_start(other, 0, win);
    MPI_Win_complete(win);
  }
#endif
  MPI_Group_free(&other);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
