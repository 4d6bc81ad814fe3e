// With two ranks no other rank puts to rank 0. A program for two ranks says so, or shows it by its other calls.
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DTWO 2>&1 | FileCheck %s --check-prefix=RIGHT
// RUN: %check %s -- -DPAIR 2>&1 | FileCheck %s --check-prefix=RIGHT
// RIGHT-NOT: {{warning|error}}:
// RIGHT: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, value = 1, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
#ifdef TWO
  if (size != 2) MPI_Abort(MPI_COMM_WORLD, 1);
#endif
  MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  // CHECK: more_ranks_warning.c:[[@LINE+1]]:{{.*}}warning: MPI_Put writes to memory of rank 0 that another MPI_Put writes to: nothing orders the two [rma-race-remote]
  if (rank > 0) MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
#ifdef PAIR
  if (rank > 0) MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  if (rank == 0) MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#endif
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
