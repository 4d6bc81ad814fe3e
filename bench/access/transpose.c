// Blocks of a matrix are put into the other rank's window, flushed, and copied transposed into an array of its own.
#include "bench.h"

enum { kBlock = 64 };

static void transpose(const double *from, double *to, long n, long row, long column) {
  for (long i = 0; i < kBlock; ++i)
    for (long j = 0; j < kBlock; ++j) to[(column + j) * n + row + i] += from[i * kBlock + j];
}

int main(int argc, char **argv) {
  const long n = argument(argc, argv, 1, 1024), steps = argument(argc, argv, 2, 10);
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double *window, *matrix = calloc((size_t)(n * n), 8), block[kBlock * kBlock];
  MPI_Win win;
  MPI_Win_allocate(2 * kBlock * kBlock * 8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = now();
  long turn = 0;
  for (long step = 0; step < steps; ++step)
    for (long row = 0; row < n; row += kBlock)
      for (long column = 0; column < n; column += kBlock) {
        const long half = turn++ % 2 * kBlock * kBlock;
        for (long i = 0; i < kBlock; ++i)
          for (long j = 0; j < kBlock; ++j) block[i * kBlock + j] = matrix[(row + i) * n + column + j] + 1;
        MPI_Put(block, kBlock * kBlock, MPI_DOUBLE, (rank + 1) % size, half, kBlock * kBlock, MPI_DOUBLE, win);
        MPI_Win_flush((rank + 1) % size, win);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_sync(win);
        transpose(window + half, matrix, n, row, column);
      }
  report(now() - start);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  free(matrix);
  MPI_Finalize();
  return 0;
}
