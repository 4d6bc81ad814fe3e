// A long double has 16 bytes, of which its value uses 10.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

static long double total;

int main(int argc, char **argv) {
  long double part = 1, all[2] = {0, 0};
  struct {
    long double value;
    int index;
  } largest = {1, 0}, result;
  MPI_Init(&argc, &argv);
  MPI_Allreduce(&part, &total, 1, MPI_LONG_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Bcast(all, 2, MPI_LONG_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Bcast(&all[1], 1, MPI_LONG_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Allreduce(&largest, &result, 1, MPI_LONG_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
