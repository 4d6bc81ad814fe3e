// A dependence orders two tasks; what their parent did before creating them is ordered before both.
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
    value = 2;
#pragma omp task shared(value) depend(out : value)
    {
      MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
      // CHECK-DAG: omp_depend.c:[[@LINE+1]]:{{.*}}note: may {{read|write to}} it at the same time
      MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
      MPI_Win_unlock(0, win);
    }
#ifdef OK
#pragma omp task shared(value) depend(inout : value)
#else
#pragma omp task shared(value)
#endif
    // CHECK-DAG: omp_depend.c:[[@LINE+1]]:{{.*}}error: the store writes to a buffer that MPI_Get also writes to, and nothing orders the two [rma-race-local]
    value = 1;
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
