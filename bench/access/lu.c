// LU factorisation of a dense matrix whose rows are dealt out to the ranks; each rank's rows are a window, from which the
// others get the pivot row of every step.
#include "bench.h"

static void eliminate(double *row, const double *pivot, long from, long n) {
  const double factor = row[from] / pivot[from];
  row[from] = factor;
  for (long j = from + 1; j < n; ++j) row[j] -= factor * pivot[j];
}

int main(int argc, char **argv) {
  const long n = argument(argc, argv, 1, 1500);
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const long rows = (n - rank + size - 1) / size;
  double *own;
  MPI_Win win;
  MPI_Win_allocate(rows * n * 8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
  double *pivot = malloc((size_t)n * 8);
  for (long i = 0; i < rows; ++i)
    for (long j = 0; j < n; ++j) {
      const long row = i * size + rank;
      own[i * n + j] = row == j ? (double)n : 1.0 / (double)(1 + row + j);
    }
  MPI_Win_fence(0, win);
  const double start = now();
  for (long step = 0; step < n - 1; ++step) {
    MPI_Get(pivot, (int)n, MPI_DOUBLE, (int)(step % size), step / size * n, (int)n, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    const long first = (step + 1 - rank + size - 1) / size;
    for (long i = first; i < rows; ++i) eliminate(own + i * n, pivot, step, n);
    MPI_Win_fence(0, win);
  }
  report(now() - start);
  free(pivot);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
