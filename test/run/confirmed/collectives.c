// The run refutes a static finding with one input, and confirms it with another. A refuted finding is a note, and does
// not count.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 -v --fail-on warning --json %t.json %s more 2>&1 | FileCheck %s --check-prefix=WELL
// RUN: %lockstep report %t.json 2>&1 | FileCheck %s --check-prefix=HIDDEN
// HIDDEN-NOT: MPI_Barrier
// HIDDEN: lockstep: no errors
// RUN: %python %S/Inputs/confirmed.py %t.json refuted-by-run
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 --error-exitcode 0 --json %t.json %s 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: %python %S/Inputs/confirmed.py %t.json both
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank < argc) MPI_Barrier(MPI_COMM_WORLD);
  // WELL: collectives.c:[[#@LINE-1]]:{{.*}}MPI_Barrier
  // WELL: run: not reproduced: this run executed these lines without the error
  // BOTH: collectives.c:[[#@LINE-3]]:{{.*}}MPI_Barrier
  MPI_Finalize();
  return 0;
}
