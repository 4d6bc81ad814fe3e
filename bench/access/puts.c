// 1e6 puts of an element each to the next rank, in one epoch, with a flush after every 100. With a second argument the
// last put goes where the target stores: a race.
#include "bench.h"

enum { kBatch = 100, kBatches = 100 };

int main(int argc, char **argv) {
  const long n = argument(argc, argv, 1, 1000000);
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double *window, values[kBatch];
  MPI_Win win;
  MPI_Win_allocate((kBatch * kBatches + 1) * 8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
  for (int i = 0; i < kBatch; ++i) values[i] = i;
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  const int next = (rank + 1) % size;
  const double start = now();
  window[kBatch * kBatches] = 1;
  for (long i = 0; i < n; ++i) {
    MPI_Put(&values[i % kBatch], 1, MPI_DOUBLE, next, i % (kBatch * kBatches), 1, MPI_DOUBLE, win);
    if (i % kBatch == kBatch - 1) MPI_Win_flush(next, win);
  }
  if (argc > 2) MPI_Put(values, 1, MPI_DOUBLE, next, kBatch * kBatches, 1, MPI_DOUBLE, win);
  MPI_Win_unlock_all(win);
  report(now() - start);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
