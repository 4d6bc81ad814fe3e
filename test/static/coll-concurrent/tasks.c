// Two tasks, or a task and the code that created it, call collectives concurrently; with a taskwait in between they do
// not.
// RUN: %not66 %check %s -- -fopenmp 2>&1 | FileCheck %s
// RUN: %check %s -- -fopenmp -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: [coll-
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    // CHECK-DAG: tasks.c:[[@LINE+1]]:5: error: MPI_Barrier and MPI_Allreduce may run at the same time
    MPI_Barrier(MPI_COMM_WORLD);
#ifdef OK
#pragma omp taskwait
#endif
#pragma omp task
    MPI_Allreduce(MPI_IN_PLACE, 0, 0, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
#pragma omp taskwait
#ifndef OK
#pragma omp task
    // CHECK-DAG: tasks.c:[[@LINE+1]]:5: error: MPI_Ibarrier{{.*}} may run at the same time
    MPI_Ibarrier(MPI_COMM_WORLD, 0);
#endif
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_INT, 0, 0, MPI_INT, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
