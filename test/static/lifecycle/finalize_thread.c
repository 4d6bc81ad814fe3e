// MPI is finalized in a section, by all threads, by another thread than the first, or beside a call of another thread.
// RUN: %not66 %check %s -- -fopenmp -DSECTION 2>&1 | FileCheck %s --check-prefix=CONSTRUCT
// RUN: %not66 %check %s -- -fopenmp -DSINGLE 2>&1 | FileCheck %s --check-prefix=CONSTRUCT
// RUN: %not66 %check %s -- -fopenmp -DALL 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: %not66 %check %s -- -fopenmp -DSECOND 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: %not66 %check %s -- -fopenmp -DBESIDE 2>&1 | FileCheck %s --check-prefix=BESIDE
// RUN: %check %s -- -fopenmp -DMASTER 2>&1 | FileCheck %s --check-prefix=OK
// CONSTRUCT: error: MPI_Finalize is called in a construct that any thread may execute (single, section, task or loop), but only the thread that initialized MPI may call it [lifecycle]
// OTHER: error: MPI_Finalize is called by another thread than the one that initialized MPI [lifecycle]
// BESIDE: error: nothing orders MPI_Comm_rank of another thread before MPI_Finalize [lifecycle]
// OK-NOT: {{error|warning}}:
// OK: lockstep: no errors
#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv) {
  int provided, rank;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
#if defined SECTION
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp section
    MPI_Finalize();
  }
#elif defined SINGLE
#pragma omp parallel num_threads(2)
#pragma omp single
  MPI_Finalize();
#elif defined ALL
#pragma omp parallel num_threads(2)
  MPI_Finalize();
#elif defined SECOND
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) MPI_Finalize();
#elif defined BESIDE || defined MASTER
#pragma omp parallel num_threads(2) private(rank)
  {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef MASTER
#pragma omp barrier
#endif
#pragma omp master
    MPI_Finalize();
  }
#endif
  return 0;
}
