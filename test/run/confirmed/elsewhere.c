// The run does not reach the place of a static finding, and says so.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 --error-exitcode 0 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %python %S/Inputs/confirmed.py %t.json not-exercised
// RUN: rm -rf %t.trace
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 --error-exitcode 0 --trace %t.trace --json %t.json %s 2>&1 | FileCheck %s
// RUN: %lockstep analyze %t.trace --error-exitcode 0 --json %t.again 2>&1 | FileCheck %s
// RUN: %python %S/Inputs/confirmed.py %t.again not-exercised
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc > 5 && rank == 0) MPI_Barrier(MPI_COMM_WORLD);
  // CHECK: elsewhere.c:[[#@LINE-1]]:{{.*}}MPI_Barrier
  // CHECK: run: this run did not come here
  MPI_Finalize();
  return 0;
}
