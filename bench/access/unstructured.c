// Forces between neighbors from a list, as in molecular dynamics: positions are a window, the halo comes by MPI_Get.
#include <math.h>

#include "bench.h"

enum { kNeighbors = 32 };

static void forces(const double *x, double *f, const int *list, long n) {
  for (long i = 0; i < n; ++i) {
    double fx = 0, fy = 0, fz = 0;
    for (long k = 0; k < kNeighbors; ++k) {
      const int j = list[i * kNeighbors + k];
      const double dx = x[3 * i] - x[3 * j], dy = x[3 * i + 1] - x[3 * j + 1], dz = x[3 * i + 2] - x[3 * j + 2];
      const double r2 = dx * dx + dy * dy + dz * dz + 0.1, inverse = 1 / (r2 * r2 * r2);
      fx += dx * inverse;
      fy += dy * inverse;
      fz += dz * inverse;
    }
    f[3 * i] = fx;
    f[3 * i + 1] = fy;
    f[3 * i + 2] = fz;
  }
}

int main(int argc, char **argv) {
  const long n = argument(argc, argv, 1, 20000), steps = argument(argc, argv, 2, 40), halo = n / 10;
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double *x, *f = calloc((size_t)(3 * n), 8);
  int *list = malloc((size_t)(n * kNeighbors) * sizeof *list);
  MPI_Win win;
  MPI_Win_allocate(3 * (n + halo) * 8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &x, &win);
  for (long i = 0; i < 3 * (n + halo); ++i) x[i] = (double)(i * 7919 % 1000) / 100;
  for (long i = 0; i < n * kNeighbors; ++i) list[i] = (int)((i / kNeighbors + i * 31 % (halo - 1)) % (n + halo));
  MPI_Win_fence(0, win);
  const double start = now();
  for (long step = 0; step < steps; ++step) {
    MPI_Get(x + 3 * n, (int)(3 * halo), MPI_DOUBLE, (rank + 1) % size, 0, (int)(3 * halo), MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    forces(x, f, list, n);
    MPI_Win_fence(0, win);
    for (long i = 0; i < 3 * n; ++i) x[i] += 1e-6 * f[i];
    MPI_Win_fence(0, win);
  }
  report(now() - start);
  MPI_Win_free(&win);
  free(f);
  free(list);
  MPI_Finalize();
  return 0;
}
