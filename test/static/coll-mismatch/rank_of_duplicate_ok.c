// The rank in a duplicate, or in a grid, decides who is in a part of it, and so who calls the part's collectives.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: coll-
// CHECK: lockstep: no errors
#include <mpi.h>

static void inPart(MPI_Comm of) {
  int rank, part;
  MPI_Comm sub;
  MPI_Comm_rank(of, &rank);
  MPI_Comm_split(of, rank < 2 ? 1 : MPI_UNDEFINED, rank, &sub);
  if (rank >= 2) return;
  MPI_Comm_rank(sub, &part);
  MPI_Barrier(sub);
  if (part == 0)
    MPI_Bcast(&part, 1, MPI_INT, 0, sub);
  else
    MPI_Bcast(&rank, 1, MPI_INT, 0, sub);
  MPI_Comm_free(&sub);
}

int main(int argc, char **argv) {
  int size, period = 0;
  MPI_Comm copy, grid;
  MPI_Init(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  inPart(copy);
  MPI_Comm_size(copy, &size);
  MPI_Cart_create(copy, 1, &size, &period, 0, &grid);
  inPart(grid);
  MPI_Comm_free(&grid);
  MPI_Comm_free(&copy);
  MPI_Finalize();
  return 0;
}
