// Regions of one thread each call collectives in order, or on two communicators.
// CHECK-NOT: coll-
// CHECK: lockstep: no errors
// RUN: %check %s -- -fopenmp -fopenmp-version=51 -DSINGLES 2>&1 | FileCheck %s
// RUN: %check %s -- -fopenmp -fopenmp-version=51 -DBARRIER 2>&1 | FileCheck %s
// RUN: %check %s -- -fopenmp -fopenmp-version=51 -DMASTERS 2>&1 | FileCheck %s
// RUN: %check %s -- -fopenmp -fopenmp-version=51 -DMASKED_BARRIER 2>&1 | FileCheck %s
// RUN: %check %s -- -fopenmp -fopenmp-version=51 -DONE_SECTION 2>&1 | FileCheck %s
// RUN: %check %s -- -fopenmp -fopenmp-version=51 -DTASKWAIT 2>&1 | FileCheck %s
// RUN: %check %s -- -fopenmp -fopenmp-version=51 -DTASKGROUP 2>&1 | FileCheck %s
// RUN: %check %s -- -fopenmp -fopenmp-version=51 -DDEPEND 2>&1 | FileCheck %s
// RUN: %check %s -- -fopenmp -fopenmp-version=51 -DWAIT_DEPEND 2>&1 | FileCheck %s
// RUN: %check %s -- -fopenmp -fopenmp-version=51 -DAT_ONCE 2>&1 | FileCheck %s
// RUN: %check %s -- -fopenmp -fopenmp-version=51 -DTWO_COMMUNICATORS 2>&1 | FileCheck %s
#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv) {
  int provided, data = 0;
  (void)data;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
#if defined SINGLES
#pragma omp parallel
  {
#pragma omp single
    MPI_Barrier(MPI_COMM_WORLD);
#pragma omp single
    MPI_Barrier(MPI_COMM_WORLD);
  }
#elif defined BARRIER
#pragma omp parallel
  {
#pragma omp single nowait
    MPI_Barrier(MPI_COMM_WORLD);
#pragma omp barrier
#pragma omp single
    MPI_Barrier(MPI_COMM_WORLD);
  }
#elif defined MASTERS
#pragma omp parallel
  {
#pragma omp master
    MPI_Barrier(MPI_COMM_WORLD);
#pragma omp master
    MPI_Barrier(MPI_COMM_WORLD);
  }
#elif defined MASKED_BARRIER
#pragma omp parallel
  {
#pragma omp masked
    MPI_Barrier(MPI_COMM_WORLD);
#pragma omp barrier
#pragma omp single
    MPI_Barrier(MPI_COMM_WORLD);
  }
#elif defined ONE_SECTION
#pragma omp parallel sections
  {
#pragma omp section
    MPI_Barrier(MPI_COMM_WORLD);
#pragma omp section
    data = 1;
  }
#elif defined TASKWAIT
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    MPI_Barrier(MPI_COMM_WORLD);
#pragma omp taskwait
#pragma omp task
    MPI_Barrier(MPI_COMM_WORLD);
  }
#elif defined TASKGROUP
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    {
#pragma omp task
    MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
#elif defined DEPEND
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : data)
    MPI_Barrier(MPI_COMM_WORLD);
#pragma omp task depend(in : data)
    MPI_Barrier(MPI_COMM_WORLD);
  }
#elif defined WAIT_DEPEND
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : data)
    MPI_Barrier(MPI_COMM_WORLD);
#pragma omp taskwait depend(in : data)
    MPI_Barrier(MPI_COMM_WORLD);
  }
#elif defined AT_ONCE
#pragma omp parallel
#pragma omp single
  {
#pragma omp task if (0)
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
  }
#elif defined TWO_COMMUNICATORS
  MPI_Comm other;
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
#pragma omp parallel sections
  {
#pragma omp section
    MPI_Barrier(MPI_COMM_WORLD);
#pragma omp section
    MPI_Barrier(other);
  }
  MPI_Comm_free(&other);
#endif
  MPI_Finalize();
  return 0;
}
