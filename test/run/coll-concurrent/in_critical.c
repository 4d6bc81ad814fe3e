// Tasks and threads that make the same call one at a time, inside one critical region: at most a note.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 --cflags=-fopenmp %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags=-fopenmp %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 2; ++i) {
#pragma omp task
    {
#pragma omp critical
      MPI_Barrier(MPI_COMM_WORLD);
    }
  }
  MPI_Finalize();
  return 0;
}

// CHECK-NOT: {{error|warning}}:
// CHECK: lockstep: no errors; 2 ranks
