// Jacobi over rows in windows. Every rank puts its last row into the halo of the next one and gets the row above that,
// which is the halo of the one before. Without the fence in between the get meets the put of a third rank.
// REQUIRES: mpich, openmpi
// RUN: %compilers -n 3 %s -DEARLY | FileCheck %s --implicit-check-not=rma
// RUN: %compilers -n 3 %s | FileCheck %s --check-prefix=RIGHT
// RIGHT: {{^}}none{{$}}
#include <mpi.h>

enum { kColumns = 16, kRows = 4, kSteps = 3 };
typedef double Row[kColumns];

static void exchange(Row *rows, Row above, int before, int next, MPI_Win win) {
  // CHECK: rma-race-remote, error, [[@LINE+1]] MPI_Put, [[@LINE+5]] MPI_Get, across-processes, active, target 1, bytes 0 to 128
  MPI_Put(rows[kRows - 1], kColumns, MPI_DOUBLE, next, 0, kColumns, MPI_DOUBLE, win);
#ifndef EARLY
  MPI_Win_fence(0, win);
#endif
  MPI_Get(above, kColumns, MPI_DOUBLE, before, 0, kColumns, MPI_DOUBLE, win);
  MPI_Win_fence(0, win);
}

int main(int argc, char **argv) {
  int rank, size;
  Row *rows, above = {0}, fresh;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(kRows * sizeof(Row), sizeof(Row), MPI_INFO_NULL, MPI_COMM_WORLD, &rows, &win);
  const int before = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  const int next = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
  for (int i = 0; i < kRows; ++i)
    for (int j = 0; j < kColumns; ++j) rows[i][j] = rank + i + j;
  MPI_Win_fence(0, win);
  for (int step = 0; step < kSteps; ++step) {
    exchange(rows, above, before, next, win);
    for (int i = 1; i < kRows - 1; ++i) {
      for (int j = 1; j < kColumns - 1; ++j)
        fresh[j] = 0.2 * (rows[i - 1][j] + rows[i + 1][j] + rows[i][j - 1] + rows[i][j + 1] + above[j]);
      for (int j = 1; j < kColumns - 1; ++j) rows[i][j] = fresh[j];
    }
    MPI_Win_fence(0, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
