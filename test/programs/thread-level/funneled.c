// A thread other than the main one calls MPI, though only MPI_THREAD_FUNNELED was asked for.
// RUN: %check %s -- -fopenmp 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile -fopenmp %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK -fopenmp 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK -fopenmp %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <omp.h>
#include <mpi.h>

int main(int argc, char **argv) {
  int provided, value = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  if (provided < MPI_THREAD_FUNNELED) MPI_Abort(MPI_COMM_WORLD, 1);
#pragma omp parallel num_threads(2)
  {
#ifdef OK
    if (omp_get_thread_num() == 0)
#else
    if (omp_get_thread_num() == 1)
#endif
      MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
      // Difference: check judges the level asked for, which the library may exceed; the run the level granted.
      // CHECK: funneled.c:[[@LINE-2]]:7: warning: MPI_Bcast needs MPI_THREAD_SERIALIZED, but the program requests MPI_THREAD_FUNNELED [thread-level]
      // RUNTIME: funneled.c:[[@LINE-3]]:7: error: MPI_Bcast is called by another thread than the one that initialized MPI, but the provided thread level is MPI_THREAD_FUNNELED [thread-level]
  }
  MPI_Finalize();
  return 0;
}
