// All threads of a process call a collective on one communicator.
// RUN: %not66 %check %s -- -fopenmp 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile -fopenmp %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK -fopenmp 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK -fopenmp %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
#pragma omp parallel num_threads(2)
  {
#ifdef OK
#pragma omp single
#endif
    MPI_Barrier(MPI_COMM_WORLD);
    // Difference: the sentence alone.
    // CHECK: region.c:[[@LINE-2]]:5: error: MPI_Barrier is called by several threads of a process on the same communicator [coll-multithreaded]
    // RUNTIME: region.c:[[@LINE-3]]:5: error: several threads of a process call MPI_Barrier on the same communicator, and nothing orders the calls [coll-multithreaded]
  }
  MPI_Finalize();
  return 0;
}
