// A thread loads the result of another thread's get, later than the flush because of a relaxed flag, but unordered.
// With a barrier after the flush it is correct.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --cflags=-fopenmp --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=rma-race-local findings.0.severity=error
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags=-fopenmp --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=rma-race-local findings.0.severity=error
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 --cflags="-fopenmp -DORDERED" %s 2>&1 | FileCheck %s --check-prefix=RIGHT
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags="-fopenmp -DORDERED" %s 2>&1 | FileCheck %s --check-prefix=RIGHT
#include <mpi.h>
#include <omp.h>
#include <sched.h>

int main(int argc, char **argv) {
  int provided, rank, *memory, b = 0, sum = 0, isFlushed = 0;
  MPI_Win window;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  MPI_Win_lock_all(0, window);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) MPI_Get(&b, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, window);
#pragma omp barrier
    if (omp_get_thread_num() == 0) {
      MPI_Win_flush_all(window);
      __atomic_store_n(&isFlushed, 1, __ATOMIC_RELAXED);
    }
#ifdef ORDERED
#pragma omp barrier
#endif
    if (omp_get_thread_num() == 1) {
      while (!__atomic_load_n(&isFlushed, __ATOMIC_RELAXED)) sched_yield();
      sum += b;
    }
  }
  MPI_Win_unlock_all(window);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&window);
  MPI_Finalize();
  return sum == 7;
}

// CHECK: error: {{.*}} [rma-race-local]
// RIGHT: lockstep: no errors
