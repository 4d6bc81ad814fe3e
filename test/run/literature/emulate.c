// emulate: memory that is shared by distribution. A cell is fetched and used before the lock is given back, which alone
// completes the get.
// REQUIRES: mpich, openmpi
// RUN: %compilers -n 2 %s -DEARLY | FileCheck %s
// RUN: %compilers -n 2 %s | FileCheck %s --check-prefix=RIGHT
// RIGHT: {{^}}none{{$}}
#include <mpi.h>
#include <stdio.h>

enum { kCells = 8 };

/// Reads a cell of another rank and marks the copy as used.
static int fetch(int owner, int cell, MPI_Win win) {
  int copy = 0, value = 0;
  MPI_Win_lock(MPI_LOCK_SHARED, owner, 0, win);
#ifdef EARLY
  // CHECK: rma-race-local, error, [[@LINE+2]] MPI_Get, [[@LINE+3]] load, within-epoch, passive, target 1, bytes 0 to 4, also [[@LINE+4]] store
  // CHECK-NOT: {{.}}
  MPI_Get(&copy, 1, MPI_INT, owner, cell, 1, MPI_INT, win);
  value = copy;
  copy = -1;
  MPI_Win_unlock(owner, win);
#else
  MPI_Get(&copy, 1, MPI_INT, owner, cell, 1, MPI_INT, win);
  MPI_Win_unlock(owner, win);
  value = copy;
  copy = -1;
#endif
  return value + copy;
}

int main(int argc, char **argv) {
  int rank, *cells;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(kCells * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
  for (int i = 0; i < kCells; ++i) cells[i] = i;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) printf("%d\n", fetch(1, 3, win));
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
