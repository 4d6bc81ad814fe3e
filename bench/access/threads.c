// Each thread has a window of its own, exchanges its halo through it and sweeps its strip, under MPI_THREAD_MULTIPLE.
#include <omp.h>

#include "bench.h"

enum { kWindows = 4 };

static void sweep(const double *in, double *out, long rows, long n) {
  for (long i = 1; i <= rows; ++i)
    for (long j = 1; j < n - 1; ++j) {
      const double *a = in + i * n + j;
      out[i * n + j] = 0.25 * (a[-n] + a[-1] + a[1] + a[n]);
    }
}

int main(int argc, char **argv) {
  const long n = argument(argc, argv, 1, 1000), steps = argument(argc, argv, 2, 60), rows = n / kWindows;
  int rank, size, provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double *grid[kWindows], *next[kWindows];
  MPI_Win win[kWindows];
  for (int k = 0; k < kWindows; ++k) {
    MPI_Win_allocate((rows + 2) * n * 8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &grid[k], &win[k]);
    next[k] = calloc((size_t)((rows + 2) * n), 8);
    for (long i = 0; i < (rows + 2) * n; ++i) grid[k][i] = (double)(i % 7);
    MPI_Win_lock_all(0, win[k]);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  const int other = (rank + 1) % size;
  const double start = now();
#pragma omp parallel num_threads(kWindows)
  {
    const int k = omp_get_thread_num();
    for (long step = 0; step < steps; ++step) {
      sweep(grid[k], next[k], rows, n);
#pragma omp barrier
#pragma omp master
      MPI_Barrier(MPI_COMM_WORLD);
#pragma omp barrier
      MPI_Put(next[k] + n, (int)n, MPI_DOUBLE, other, (rows + 1) * n, (int)n, MPI_DOUBLE, win[k]);
      MPI_Put(next[k] + rows * n, (int)n, MPI_DOUBLE, other, 0, (int)n, MPI_DOUBLE, win[k]);
      for (long i = n; i < (rows + 1) * n; ++i) grid[k][i] = next[k][i];
      MPI_Win_flush(other, win[k]);
#pragma omp barrier
#pragma omp master
      MPI_Barrier(MPI_COMM_WORLD);
#pragma omp barrier
      MPI_Win_sync(win[k]);
    }
  }
  report(now() - start);
  for (int k = 0; k < kWindows; ++k) {
    MPI_Win_unlock_all(win[k]);
    MPI_Win_free(&win[k]);
    free(next[k]);
  }
  MPI_Finalize();
  return 0;
}
