// Two sections run barriers on one communicator, and nothing orders them. In so many rounds both are inside at once.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --cflags=-fopenmp --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-concurrent
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags=-fopenmp --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-concurrent
#include <mpi.h>

enum { kRounds = 200 };

int main(int argc, char **argv) {
  int rank, provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
      for (int i = 0; i < kRounds; ++i) MPI_Barrier(MPI_COMM_WORLD);
#pragma omp section
      for (int i = 0; i < kRounds; ++i) MPI_Barrier(MPI_COMM_WORLD);
    }
  } else {
    for (int i = 0; i < 2 * kRounds; ++i) MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}

// CHECK: error: two threads of a process are inside MPI_Barrier and MPI_Barrier on the same communicator at once [coll-concurrent]
// CHECK: while another one calls
