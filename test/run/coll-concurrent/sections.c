// Two threads call two unordered barriers on one communicator. The other rank arrives when the second thread is about
// to call.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --cflags=-fopenmp --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-concurrent findings.0.confirmed=both
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags=-fopenmp --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-concurrent findings.0.confirmed=both
#include <mpi.h>

enum { kRounds = 50 };

int main(int argc, char **argv) {
  int rank, provided, arrived = 0, go = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < kRounds; ++i) {
    if (rank == 0) {
#pragma omp parallel num_threads(2)
      {
        int turn;
#pragma omp atomic capture
        turn = ++arrived;
        if (turn % 2 == 1) {
          MPI_Barrier(MPI_COMM_WORLD);
        } else {
          MPI_Send(&go, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
          MPI_Barrier(MPI_COMM_WORLD);
        }
      }
    } else {
      MPI_Recv(&go, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Barrier(MPI_COMM_WORLD);
      MPI_Barrier(MPI_COMM_WORLD);
    }
  }
  MPI_Finalize();
  return 0;
}

// CHECK: error: a process calls MPI_Barrier and MPI_Barrier on the same communicator, and nothing orders the calls [coll-concurrent]
// CHECK: and this one
