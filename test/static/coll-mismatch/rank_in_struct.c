// Rank and communicator are stored next to other data that MPI writes: neighbors, requests, flags.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DALL 2>&1 | FileCheck %s --check-prefix=OK
// CHECK: error: MPI_Allreduce {{.*}} [coll-mismatch]
// OK-NOT: [coll-mismatch]
// OK: lockstep: no errors
#include <mpi.h>
#include <stdlib.h>

typedef struct {
  int size, left, right, rank, done;
  MPI_Request requests[2];
  MPI_Comm comm;
  double *ghost;
} Grid;

static void build(Grid *grid) {
  int periods[1] = {1};
  MPI_Comm_size(MPI_COMM_WORLD, &grid->size);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &grid->size, periods, 0, &grid->comm);
  MPI_Comm_rank(grid->comm, &grid->rank);
  MPI_Cart_shift(grid->comm, 0, 1, &grid->left, &grid->right);
  grid->ghost = malloc(sizeof(double));
}

static double step(Grid *grid) {
  double largest = 0, edge = grid->rank;
  MPI_Irecv(grid->ghost, 1, MPI_DOUBLE, grid->left, 0, grid->comm, &grid->requests[0]);
  MPI_Isend(&edge, 1, MPI_DOUBLE, grid->right, 0, grid->comm, &grid->requests[1]);
  MPI_Waitall(2, grid->requests, MPI_STATUSES_IGNORE);
#ifndef ALL
  if (grid->rank != 0)
#endif
    MPI_Allreduce(grid->ghost, &largest, 1, MPI_DOUBLE, MPI_MAX, grid->comm);
  return largest;
}

int main(int argc, char **argv) {
  Grid grid;
  MPI_Init(&argc, &argv);
  build(&grid);
  step(&grid);
  free(grid.ghost);
  MPI_Comm_free(&grid.comm);
  MPI_Finalize();
  return 0;
}
