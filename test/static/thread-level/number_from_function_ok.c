// The number of the thread comes from a function of the program, in a wider type: still only the first thread calls.
// RUN: %check %s -- -fopenmp 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %check %s -- -fopenmp -DOTHER 2>&1 | FileCheck %s --check-prefix=OTHER
// OK-NOT: [thread-level]
// OK: lockstep: no errors
// OTHER: warning: MPI_Send needs MPI_THREAD_MULTIPLE, but the program requests MPI_THREAD_FUNNELED
#include <mpi.h>
#include <omp.h>

typedef long long Int;

static Int threadNumber(void) {
  Int number;
  number = omp_get_thread_num();
#ifdef OTHER
  if (omp_get_num_threads() > 2) number = 0;
#endif
  return number;
}

static void send(int *value) { MPI_Send(value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD); }

int main(int argc, char **argv) {
  int provided, value = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  if (provided < MPI_THREAD_FUNNELED) MPI_Abort(MPI_COMM_WORLD, 1);
#pragma omp parallel
  {
    Int me = threadNumber();
    if (argc > 1 && me == 0) send(&value);
  }
  MPI_Finalize();
  return 0;
}
