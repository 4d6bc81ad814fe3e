// MPI_Cart_get queries the topology of MPI_COMM_WORLD, which has none.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int size;
  int dims[2], periods[2], coords[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
#ifdef OK
  MPI_Comm grid;
  dims[0] = size;
  dims[1] = 1;
  periods[0] = periods[1] = 0;
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  MPI_Cart_get(grid, 2, dims, periods, coords);
  MPI_Comm_free(&grid);
#else
  // CHECK: topology.c:[[@LINE+1]]:{{.*}}error: comm of MPI_Cart_get (argument 1) is MPI_COMM_WORLD, which has no Cartesian topology [arg-comm]
  MPI_Cart_get(MPI_COMM_WORLD, 2, dims, periods, coords);
#endif
  MPI_Finalize();
  return 0;
}
