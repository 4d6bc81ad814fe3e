// Two sections call different collectives on one communicator.
// RUN: %not66 %check %s -- -fopenmp 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile -fopenmp %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK -fopenmp 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK -fopenmp %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int provided, value = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
#ifdef OK
  MPI_Barrier(MPI_COMM_WORLD);
#endif
#pragma omp parallel sections num_threads(2)
  {
#ifndef OK
#pragma omp section
    MPI_Barrier(MPI_COMM_WORLD);
    // Difference: the sentence alone.
    // CHECK: sections.c:[[@LINE-2]]:5: error: MPI_Barrier and MPI_Bcast may run at the same time on two threads, on the same communicator, so that ranks may match different collectives [coll-concurrent]
    // RUNTIME: sections.c:[[@LINE-3]]:5: error: a process calls MPI_Barrier and MPI_Bcast on the same communicator, and nothing orders the calls [coll-concurrent]
#endif
#pragma omp section
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
