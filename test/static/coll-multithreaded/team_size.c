// The number of threads is not known, and may be one; a condition of the thread number lets one thread pass, or more.
// RUN: %check %s -- -fopenmp -DUNKNOWN 2>&1 | FileCheck %s --check-prefix=PERHAPS
// RUN: %check %s -- -fopenmp -DDEFAULT 2>&1 | FileCheck %s --check-prefix=PERHAPS
// RUN: %check %s -- -fopenmp '-DCONDITION=omp_get_thread_num() < 2' 2>&1 | FileCheck %s --check-prefix=PERHAPS
// RUN: %check %s -- -fopenmp '-DCONDITION=omp_get_thread_num() % 2 == 1' 2>&1 | FileCheck %s --check-prefix=PERHAPS
// RUN: %check %s -- -fopenmp '-DCONDITION=omp_get_thread_num() > 2' 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %check %s -- -fopenmp '-DCONDITION=omp_get_thread_num() < 1' 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %check %s -- -fopenmp '-DCONDITION=omp_get_thread_num() % 4 == 3' 2>&1 | FileCheck %s --check-prefix=OK
// PERHAPS: warning: MPI_Barrier may be called by several threads of a process on the same communicator [coll-multithreaded]
// OK-NOT: [coll-
// OK: lockstep: no errors
#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
#if defined UNKNOWN
#pragma omp parallel num_threads(argc)
  MPI_Barrier(MPI_COMM_WORLD);
#elif defined DEFAULT
  omp_set_num_threads(argc);
#pragma omp parallel
  MPI_Barrier(MPI_COMM_WORLD);
#else
#pragma omp parallel num_threads(4)
  if (CONDITION) MPI_Barrier(MPI_COMM_WORLD);
#endif
  MPI_Finalize();
  return 0;
}
