// A branch on the Cartesian coordinates of the rank, which differ between ranks as the rank does.
// RUN: %check %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int size, rank, dims[2] = {0, 0}, periods[2] = {0, 0}, coords[2];
  MPI_Comm grid;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Dims_create(size, 2, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  MPI_Comm_rank(grid, &rank);
  MPI_Cart_coords(grid, rank, 2, coords);
  // CHECK: cart_coords_warning.c:[[@LINE+1]]:23: warning: MPI_Barrier might be called by some ranks
  if (coords[0] == 0) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return 0;
}
