// The target stores into its window while it is exposed to an epoch of start and complete.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, one = 1, *memory;
  MPI_Win win;
  MPI_Group world, other;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  const int peer = 1 - rank;
  if (rank < 2) MPI_Group_incl(world, 1, &peer, &other);
  if (rank == 0) {
    MPI_Win_start(other, 0, win);
    MPI_Get(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
  } else if (rank == 1) {
    MPI_Win_post(other, 0, win);
#ifdef OK
    MPI_Win_wait(win);
    memory[0] = 1;
#else
    memory[0] = 1;
    // BOTH: start_and_post.c:[[@LINE-1]]:{{[0-9]+}}: error: {{.*}} [rma-race-remote]
    MPI_Win_wait(win);
#endif
  }
  if (rank < 2) MPI_Group_free(&other);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
