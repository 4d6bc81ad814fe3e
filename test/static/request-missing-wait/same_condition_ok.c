// An operation is started and completed under the same unknown condition.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int value = 0, other = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  int active = argc > 1;
  MPI_Init(&argc, &argv);
  if (active) MPI_Iallreduce(&value, &other, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
  if (argc > 1) MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
