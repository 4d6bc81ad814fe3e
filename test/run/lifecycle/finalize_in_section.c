// MPI_Finalize in a section, which any thread may execute, next to one that calls MPI; after them it is correct.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --cflags=-fopenmp %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags=-fopenmp %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 --cflags="-fopenmp -DBEHIND" %s 2>&1 | FileCheck %s --check-prefix=RIGHT
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags="-fopenmp -DBEHIND" %s 2>&1 | FileCheck %s --check-prefix=RIGHT
#include <mpi.h>
#include <sched.h>

int main(int argc, char **argv) {
  int provided, rank, x = 0, isDone = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    {
      if (rank == 0) MPI_Send(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
      if (rank == 1) MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      __atomic_store_n(&isDone, 1, __ATOMIC_RELAXED);
    }
#pragma omp section
    {
      // So that it goes well here. A relaxed load orders nothing.
      while (!__atomic_load_n(&isDone, __ATOMIC_RELAXED)) sched_yield();
#ifndef BEHIND
      MPI_Finalize();
#endif
    }
  }
#ifdef BEHIND
  MPI_Finalize();
#endif
  return 0;
}

// CHECK: finalize_in_section.c:[[#@LINE-10]]:{{.*}} error: MPI_Finalize is called in a construct that any thread may execute (single, section, task or loop), but only the thread that initialized MPI may call it [lifecycle]
// CHECK-NOT: error:
// RIGHT: lockstep: no errors
