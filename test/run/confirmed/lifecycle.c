// A call of MPI outside its initialization and finalization, found by the static rules and the run, is one finding.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 --error-exitcode 0 --json %t.json --cflags=-DBEFORE %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=lifecycle findings.0.confirmed=both
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 --error-exitcode 0 --json %t.json --cflags=-DAFTER %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=lifecycle findings.0.confirmed=both
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 --error-exitcode 0 --json %t.json --cflags=-DTWICE %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=lifecycle findings.0.confirmed=both
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 --error-exitcode 0 --json %t.json --cflags=-DMISSING %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=lifecycle findings.0.confirmed=both
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 --error-exitcode 0 --json %t.json --cflags=-DLEAVES %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=lifecycle findings.0.confirmed=both
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank;
#ifdef BEFORE
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#endif
  MPI_Init(&argc, &argv);
#ifdef TWICE
  MPI_Init(&argc, &argv);
#endif
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef LEAVES
  if (rank == 1) exit(0);
#endif
#ifndef MISSING
  MPI_Finalize();
#endif
#ifdef AFTER
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#endif
  return 0;
}
