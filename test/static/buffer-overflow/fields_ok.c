// Several fields of a structure as one buffer, and an unknown number of elements.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  struct {
    double x, y, z;
  } point = {0, 0, 0};
  int values[4];
  MPI_Init(&argc, &argv);
  MPI_Bcast(&point.x, 3, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Bcast(values, argc, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
