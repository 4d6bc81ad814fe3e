// A five-point stencil on a strip of rows per rank; the whole grid is a window, and neighbors put their edge rows into it.
#include "bench.h"

static void sweep(const double *in, double *out, long rows, long n) {
  for (long i = 1; i <= rows; ++i)
    for (long j = 1; j < n - 1; ++j) {
      const double *a = in + i * n + j;
      out[i * n + j] = 0.2 * (a[-n] + a[-1] + a[0] + a[1] + a[n]);
    }
}

int main(int argc, char **argv) {
  const long n = argument(argc, argv, 1, 2000), steps = argument(argc, argv, 2, 100);
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const long rows = n / size;
  double *grid[2];
  MPI_Win win[2];
  for (int k = 0; k < 2; ++k) {
    MPI_Win_allocate((rows + 2) * n * 8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &grid[k], &win[k]);
    for (long i = 0; i < (rows + 2) * n; ++i) grid[k][i] = (double)(i % 7);
    MPI_Win_fence(0, win[k]);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = now();
  for (long step = 0; step < steps; ++step) {
    double *now = grid[step % 2], *next = grid[(step + 1) % 2];
    MPI_Win w = win[step % 2];
    MPI_Win_fence(0, w);
    if (rank > 0) MPI_Put(now + n, (int)n, MPI_DOUBLE, rank - 1, (rows + 1) * n, (int)n, MPI_DOUBLE, w);
    if (rank < size - 1) MPI_Put(now + rows * n, (int)n, MPI_DOUBLE, rank + 1, 0, (int)n, MPI_DOUBLE, w);
    MPI_Win_fence(0, w);
    sweep(now, next, rows, n);
  }
  report(now() - start);
  for (int k = 0; k < 2; ++k) MPI_Win_free(&win[k]);
  MPI_Finalize();
  return 0;
}
