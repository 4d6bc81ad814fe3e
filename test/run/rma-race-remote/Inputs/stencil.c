// A stencil on a square grid over two ranks. Each puts its outer row into the other's halo. SEEDED lacks the fence that
// orders the next step's put after the loads of this one.
#include <mpi.h>
#include <stdlib.h>

static void relax(const double *from, double *to, int rows, int n) {
  for (int i = 1; i <= rows; ++i)
    for (int j = 1; j < n - 1; ++j) {
      const double *at = from + (size_t)i * n + j;
      to[(size_t)i * n + j] = 0.25 * (at[-n] + at[n] + at[-1] + at[1]);
    }
}

int main(int argc, char **argv) {
  int rank;
  double *grid;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int n = atoi(argv[1]), rows = n / 2;
  const size_t row = (size_t)n;
  MPI_Win_allocate((MPI_Aint)((rows + 2) * row * sizeof(double)), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &grid, &win);
  double *fresh = malloc((rows + 2) * row * sizeof(double));
  for (size_t i = 0; i < (rows + 2) * row; ++i) grid[i] = fresh[i] = (double)(i % 7);
  const size_t outer = rank == 0 ? rows * row : row, halo = rank == 0 ? 0 : (rows + 1) * row;
  MPI_Win_fence(0, win);
  for (int step = 0; step < 3; ++step) {
    MPI_Put(grid + outer, n, MPI_DOUBLE, 1 - rank, (MPI_Aint)halo, n, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    relax(grid, fresh, rows, n);
    for (size_t i = row; i < (rows + 1) * row; ++i) grid[i] = fresh[i];
#ifndef SEEDED
    MPI_Win_fence(0, win);
#endif
  }
  MPI_Win_fence(0, win);
  free(fresh);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
