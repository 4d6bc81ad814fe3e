// Random loads from and stores to a window, by a list of places.
#include "bench.h"

static double gather(const double *window, const int *list, long n) {
  double sum = 0;
  for (long i = 0; i < n; ++i) sum += window[list[i]];
  return sum;
}

static void scatter(double *window, const int *list, long n) {
  for (long i = 0; i < n; ++i) window[list[i]] += 1;
}

int main(int argc, char **argv) {
  const long n = argument(argc, argv, 1, 1000000), steps = argument(argc, argv, 2, 20);
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double *window, sum = 0;
  MPI_Win win;
  MPI_Win_allocate(n * 8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
  int *list = malloc((size_t)n * sizeof *list);
  unsigned random = 12345;
  for (long i = 0; i < n; ++i) {
    random = random * 1664525u + 1013904223u;
    list[i] = (int)(random % (unsigned long)n);
    window[i] = (double)i;
  }
  MPI_Win_fence(0, win);
  const double start = now();
  for (long step = 0; step < steps; ++step) {
    sum += gather(window, list, n);
    scatter(window, list, n);
    MPI_Win_fence(0, win);
  }
  report(now() - start + (sum == 42));
  MPI_Win_free(&win);
  free(list);
  MPI_Finalize();
  return 0;
}
