// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  double values[4] = {0}, got[4];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Sendrecv(values, 4, MPI_DOUBLE, (rank + 1) % size, 0, got, 4, MPI_DOUBLE, (rank + size - 1) % size, 0,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
