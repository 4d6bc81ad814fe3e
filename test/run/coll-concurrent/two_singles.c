// Two `single nowait` are unordered, whichever threads execute them; with 2 and with 8 threads.
// REQUIRES: mpich, openmpi
// RUN: %not66 env OMP_NUM_THREADS=2 %lockstep run --mpi mpich -n 2 --timeout 60 --cflags=-fopenmp --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-concurrent findings.0.severity=error findings.0.confirmed=both
// RUN: %not66 env OMP_NUM_THREADS=8 %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags=-fopenmp --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-concurrent findings.0.severity=error findings.0.confirmed=both
#include <mpi.h>

int main(int argc, char **argv) {
  int provided, value = 1;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
#pragma omp parallel
  {
#pragma omp single nowait
    MPI_Barrier(MPI_COMM_WORLD);
#pragma omp single nowait
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}

// CHECK: error: {{.*}} [coll-concurrent]
