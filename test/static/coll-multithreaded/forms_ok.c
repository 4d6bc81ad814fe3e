// Parallel regions in which one thread calls a collective, or each on its own communicator.
// CHECK-NOT: coll-
// CHECK: lockstep: no errors
// RUN: %check %s -- -fopenmp -fopenmp-version=51 -DSINGLE 2>&1 | FileCheck %s
// RUN: %check %s -- -fopenmp -fopenmp-version=51 -DTHREAD_NUMBER 2>&1 | FileCheck %s
// RUN: %check %s -- -fopenmp -fopenmp-version=51 -DNOT_THREAD_NUMBER 2>&1 | FileCheck %s
// RUN: %check %s -- -fopenmp -fopenmp-version=51 -DNEVER 2>&1 | FileCheck %s
// RUN: %check %s -- -fopenmp -fopenmp-version=51 -DONE_THREAD 2>&1 | FileCheck %s
// RUN: %check %s -- -fopenmp -fopenmp-version=51 -DBEHIND_LOOP 2>&1 | FileCheck %s
// RUN: %check %s -- -fopenmp -fopenmp-version=51 -DNESTED 2>&1 | FileCheck %s
// RUN: %check %s -- -fopenmp -fopenmp-version=51 -DOWN_COMMUNICATORS 2>&1 | FileCheck %s
#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv) {
  int provided, data = 0;
  (void)data;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
#if defined SINGLE
#pragma omp parallel
  {
#pragma omp single
    MPI_Barrier(MPI_COMM_WORLD);
  }
#elif defined THREAD_NUMBER
#pragma omp parallel
  {
    int thread = omp_get_thread_num();
    if (thread == 0) MPI_Barrier(MPI_COMM_WORLD);
  }
#elif defined NOT_THREAD_NUMBER
#pragma omp parallel
  if (!omp_get_thread_num()) MPI_Barrier(MPI_COMM_WORLD);
#elif defined NEVER
#pragma omp parallel if (0)
  MPI_Barrier(MPI_COMM_WORLD);
#elif defined ONE_THREAD
#pragma omp parallel num_threads(1)
  MPI_Barrier(MPI_COMM_WORLD);
#elif defined BEHIND_LOOP
#pragma omp parallel for
  for (int i = 0; i < 4; i++) data = i;
  MPI_Barrier(MPI_COMM_WORLD);
#elif defined NESTED
#pragma omp parallel
#pragma omp single
  {
#pragma omp parallel
    {
#pragma omp single
    MPI_Barrier(MPI_COMM_WORLD);
    }
  }
#elif defined OWN_COMMUNICATORS
  MPI_Comm own[4];
  for (int i = 0; i < 4; i++) MPI_Comm_dup(MPI_COMM_WORLD, &own[i]);
#pragma omp parallel num_threads(4)
  MPI_Barrier(own[omp_get_thread_num()]);
  for (int i = 0; i < 4; i++) MPI_Comm_free(&own[i]);
#endif
  MPI_Finalize();
  return 0;
}
