// Any one thread calls the barrier; under MPI_THREAD_MULTIPLE each thread also has its own communicator.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 --cflags=-fopenmp %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags=-fopenmp %s 2>&1 | FileCheck %s
#include <mpi.h>

enum { kRounds = 50, kThreads = 2 };

int main(int argc, char **argv) {
  int provided;
  MPI_Comm own[kThreads];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
  for (int i = 0; i < kThreads; ++i) MPI_Comm_dup(MPI_COMM_WORLD, &own[i]);
#pragma omp parallel num_threads(kThreads)
  for (int i = 0; i < kRounds; ++i) {
#pragma omp single
    MPI_Barrier(MPI_COMM_WORLD);
  }
#pragma omp parallel for num_threads(kThreads)
  for (int thread = 0; thread < kThreads; ++thread)
    for (int i = 0; i < kRounds; ++i) MPI_Barrier(own[thread]);
  for (int i = 0; i < kThreads; ++i) MPI_Comm_free(&own[i]);
  MPI_Finalize();
  return 0;
}

// CHECK: lockstep: no errors; 2 ranks
