// 1e8 stores to a window in one epoch: in rows, at random, and one by one. With a second argument another rank puts
// into the same memory meanwhile: a race, whatever else was stored.
#include "bench.h"

enum { kRounds = 25 };

static void inRows(double *window, long n) {
  for (long i = 0; i < n; ++i) window[i] = (double)i;
}
static void atRandom(double *window, const int *list, long n) {
  for (long i = 0; i < n; ++i) window[list[i]] = (double)i;
}
static void alongAChain(double *window, const int *list, long n) {
  for (long i = 0, at = 0; i < n; ++i, at = list[at]) window[at] = (double)i;
}
static void backwards(double *window, long n) {
  for (long i = n - 1; i >= 0; i -= 2) window[i] = window[i - 1] = (double)i;
}

int main(int argc, char **argv) {
  const long n = argument(argc, argv, 1, 1000000);
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double *window, value = 1;
  MPI_Win win;
  MPI_Win_allocate(n * 8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
  int *list = malloc((size_t)n * sizeof *list);
  for (long i = 0; i < n; ++i) list[i] = (int)((i * 7919 + 12345) % n);
  MPI_Win_fence(0, win);
  const double start = now();
  if (argc > 2 && rank == 0) MPI_Put(&value, 1, MPI_DOUBLE, 1 % size, n / 2, 1, MPI_DOUBLE, win);
  for (int round = 0; round < kRounds; ++round) {
    inRows(window, n);
    atRandom(window, list, n);
    alongAChain(window, list, n);
    backwards(window, n);
  }
  MPI_Win_fence(0, win);
  report(now() - start);
  MPI_Win_free(&win);
  free(list);
  MPI_Finalize();
  return 0;
}
