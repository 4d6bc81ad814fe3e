// The second thread calls long after the first has returned, because of a relaxed flag, which orders
// nothing.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --cflags=-fopenmp --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-multithreaded findings.0.severity=error
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags=-fopenmp --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-multithreaded findings.0.severity=error
#include <mpi.h>
#include <omp.h>
#include <sched.h>

int main(int argc, char **argv) {
  int provided, turn = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
#pragma omp parallel num_threads(2)
  {
    while (__atomic_load_n(&turn, __ATOMIC_RELAXED) != omp_get_thread_num()) sched_yield();
    MPI_Barrier(MPI_COMM_WORLD);
    __atomic_store_n(&turn, omp_get_thread_num() + 1, __ATOMIC_RELAXED);
  }
  MPI_Finalize();
  return 0;
}

// CHECK: apart.c:[[#@LINE-7]]:{{.*}} error: {{.*}} [coll-multithreaded]
