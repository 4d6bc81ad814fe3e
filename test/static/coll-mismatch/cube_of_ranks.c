// A program for 8, 27, ... ranks, which a helper arranges in a cube; one rank of 8 leaves a collective out.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <math.h>
#include <mpi.h>
#include <stdlib.h>

struct Grid {
  int side, rank;
};

static int sideOf(int size) { return (int)(cbrt((double)size) + 0.5); }

static void arrange(struct Grid *grid) {
  int size;
  MPI_Comm_rank(MPI_COMM_WORLD, &grid->rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  grid->side = sideOf(size);
  if (grid->side * grid->side * grid->side != size || grid->side < 2) MPI_Abort(MPI_COMM_WORLD, -1);
}

int main(int argc, char **argv) {
  struct Grid grid;
  double own = 1, all;
  MPI_Init(&argc, &argv);
  arrange(&grid);
#ifndef OK
  if (grid.rank != 6)
#endif
    // CHECK: [[#@LINE+1]]:5: error: MPI_Allreduce is not called by all ranks of the communicator
    MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
