// Two threads call MPI at the same time, though MPI_THREAD_SERIALIZED was asked for.
// RUN: %check %s -- -fopenmp 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile -fopenmp %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK -fopenmp 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK -fopenmp %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int provided, flag;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
  if (provided < MPI_THREAD_SERIALIZED) MPI_Abort(MPI_COMM_WORLD, 1);
#pragma omp parallel num_threads(2) private(flag)
  {
#ifdef OK
#pragma omp critical
#endif
    MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    // Difference: check judges the level asked for, which the library may exceed; the run the level granted.
    // CHECK: serialized.c:[[@LINE-2]]:5: warning: MPI_Iprobe needs MPI_THREAD_MULTIPLE, but the program requests MPI_THREAD_SERIALIZED [thread-level]
    // RUNTIME: serialized.c:[[@LINE-3]]:5: error: nothing orders MPI_Iprobe and MPI_Iprobe of two threads, but the provided thread level is MPI_THREAD_SERIALIZED [thread-level]
  }
  MPI_Finalize();
  return 0;
}
