// Neighbors on a Cartesian grid whose shape and size are computed, in an iteration that ends by what all have computed.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// CHECK: cart_halo.c:[[#]]:{{.*}}error: rank {{.*}} which has room for {{.*}} [p2p-truncation]
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>
#include <stdlib.h>

#ifdef OK
#define LENGTH n
#else
#define LENGTH n + 1
#endif

int main(int argc, char **argv) {
  int size, dims[2] = {0, 0}, periods[2] = {1, 1}, neighbors[4];
  MPI_Comm grid;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int n = argc > 1 ? atoi(argv[1]) : 50;
  if (n < 1) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Dims_create(size, 2, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  MPI_Cart_shift(grid, 0, 1, &neighbors[0], &neighbors[1]);
  MPI_Cart_shift(grid, 1, 1, &neighbors[2], &neighbors[3]);
  double *in = calloc(4 * (size_t)n, sizeof *in);
  double *out = calloc(4 * (size_t)n + 1, sizeof *out);
  double change = 1;
  while (change > 1e-6) {
    MPI_Request requests[8];
    for (int i = 0; i < 4; ++i) MPI_Irecv(in + i * n, n, MPI_DOUBLE, neighbors[i], i, grid, &requests[i]);
    for (int i = 0; i < 4; ++i)
      MPI_Isend(out + i * n, i == 3 ? LENGTH : n, MPI_DOUBLE, neighbors[i], i ^ 1, grid, &requests[4 + i]);
    MPI_Waitall(8, requests, MPI_STATUSES_IGNORE);
    double local = 0;
    for (int i = 0; i < 4 * n; ++i) local += in[i] - out[i];
    MPI_Allreduce(&local, &change, 1, MPI_DOUBLE, MPI_SUM, grid);
  }
  free(in);
  free(out);
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return 0;
}
