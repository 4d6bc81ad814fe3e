// All threads of rank 0 run the barrier. In so many rounds two of them are inside at once.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --cflags=-fopenmp --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-multithreaded
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags=-fopenmp --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-multithreaded
#include <mpi.h>

enum { kRounds = 200 };

int main(int argc, char **argv) {
  int rank, provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
#pragma omp parallel num_threads(2)
    for (int i = 0; i < kRounds; ++i) MPI_Barrier(MPI_COMM_WORLD);
  } else {
    for (int i = 0; i < 2 * kRounds; ++i) MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}

// CHECK: barrier.c:[[#@LINE-8]]:{{.*}} error: several threads of a process are inside MPI_Barrier on the same communicator at once [coll-multithreaded]
// CHECK: help: let one thread make the call
