// A global vector is constructed before main, so that its data is no null pointer.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

#include <vector>

static std::vector<double> values(8, 1.0);

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Bcast(values.data(), 8, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
