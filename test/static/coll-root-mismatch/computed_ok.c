// The last rank is the root, which the ranks compute in different ways.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: coll-
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int root = rank == size - 1 ? rank : size - 1;
  MPI_Bcast(&value, 1, MPI_INT, root, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
