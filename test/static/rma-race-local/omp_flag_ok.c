// The second thread waits for an atomic flag that the first sets after the get is complete.
// REQUIRES: mpich, openmpi
// RUN: %check %s -- -fopenmp 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s -- -fopenmp 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int value = 0, window = 0;
  MPI_Win win;
  int ready = 0;
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_create(&window, sizeof window, sizeof window, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
#pragma omp parallel num_threads(2)
  {
#pragma omp sections
    {
#pragma omp section
      {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
#pragma omp atomic write
        ready = 1;
      }
#pragma omp section
      {
        int seen = 0;
        while (!seen) {
#pragma omp atomic read
          seen = ready;
        }
        value = 1;
      }
    }
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
