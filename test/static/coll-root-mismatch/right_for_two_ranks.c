// The root is the same for two ranks and differs for more: the intended number is unknown.
// RUN: %check %s 2>&1 | FileCheck %s --allow-empty
// RUN: %check -v %s 2>&1 | FileCheck %s --check-prefix=NOTE
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Bcast(&value, 1, MPI_INT, rank == 0 ? 0 : rank - 1, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}

// CHECK-NOT: {{error|warning}}:
// NOTE: note: {{.*}}different roots
