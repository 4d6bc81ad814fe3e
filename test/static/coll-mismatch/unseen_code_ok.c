// A function that is not seen and that one side calls may contain the matching collective.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: coll-
// CHECK: lockstep: no errors
#include <mpi.h>

void master(void);
static void worker(void) { MPI_Barrier(MPI_COMM_WORLD); }

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    master();
  else
    MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    MPI_Barrier(MPI_COMM_WORLD);
  else
    worker();
  MPI_Finalize();
  return 0;
}
