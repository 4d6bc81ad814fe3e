// The thread that creates the tasks of a loop waits for them, unless it has a nogroup clause.
// REQUIRES: mpich
// RUN: %not66 %check %s -- -fopenmp 2>&1 | FileCheck %s
// RUN: %check %s -- -fopenmp -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int provided, value = 0, window = 0;
  MPI_Win win;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_create(&window, sizeof window, sizeof window, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#ifdef OK
#pragma omp taskloop shared(value)
#else
#pragma omp taskloop nogroup shared(value)
#endif
    for (int i = 0; i < 1; ++i) {
      MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
      // CHECK-DAG: omp_taskloop.c:[[@LINE+1]]:{{.*}}note: may {{read|write to}} it at the same time
      MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
      MPI_Win_unlock(0, win);
    }
    // CHECK-DAG: omp_taskloop.c:[[@LINE+1]]:{{.*}}error: the store writes to a buffer that MPI_Get also writes to, and nothing orders the two [rma-race-local]
    value = 1;
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
