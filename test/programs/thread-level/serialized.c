// Threads send at the same time, though MPI_THREAD_SERIALIZED was asked for.
// RUN: %check %s -- -fopenmp 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile -fopenmp %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK -fopenmp 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK -fopenmp %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <omp.h>
#include <mpi.h>

int main(int argc, char **argv) {
  int provided, value = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
  if (provided < MPI_THREAD_SERIALIZED) MPI_Abort(MPI_COMM_WORLD, 1);
#pragma omp parallel num_threads(2)
  {
    int mine;
#ifdef OK
#pragma omp critical
#endif
    MPI_Sendrecv(&value, 1, MPI_INT, 0, omp_get_thread_num(), &mine, 1, MPI_INT, 0, omp_get_thread_num(), MPI_COMM_SELF, MPI_STATUS_IGNORE);
    // Difference: check judges the level asked for, which the library may exceed; the run the level granted.
    // CHECK: serialized.c:[[@LINE-2]]:5: warning: MPI_Sendrecv needs MPI_THREAD_MULTIPLE here, but MPI_THREAD_SERIALIZED is asked for [thread-level]
    // RUNTIME: serialized.c:[[@LINE-3]]:5: error: nothing orders MPI_Sendrecv and MPI_Sendrecv of two threads, but the thread level granted is MPI_THREAD_SERIALIZED [thread-level]
  }
  MPI_Finalize();
  return 0;
}
