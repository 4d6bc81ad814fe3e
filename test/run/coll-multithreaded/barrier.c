// All threads of rank 0 call the barrier. The other rank arrives when the last of them is about to call.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --cflags=-fopenmp --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-multithreaded
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags=-fopenmp --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-multithreaded
#include <mpi.h>

enum { kRounds = 50, kThreads = 2 };

int main(int argc, char **argv) {
  int rank, provided, arrived = 0, go = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
#pragma omp parallel num_threads(kThreads)
    for (int i = 0; i < kRounds; ++i) {
      int turn;
#pragma omp atomic capture
      turn = ++arrived;
      if (turn % kThreads == 0) MPI_Send(&go, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
      MPI_Barrier(MPI_COMM_WORLD);
#pragma omp barrier
    }
  } else {
    for (int i = 0; i < kRounds; ++i) {
      MPI_Recv(&go, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      for (int thread = 0; thread < kThreads; ++thread) MPI_Barrier(MPI_COMM_WORLD);
    }
  }
  MPI_Finalize();
  return 0;
}

// CHECK: barrier.c:[[#@LINE-13]]:{{.*}} error: several threads of a process call MPI_Barrier on the same communicator, and nothing orders the calls [coll-multithreaded]
// CHECK: help: let one thread make the call
