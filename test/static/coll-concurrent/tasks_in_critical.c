// Two tasks inside one critical region: the same call is a note, different ones in an order that is open a warning.
// RUN: %check %s -- -fopenmp 2>&1 | FileCheck %s --check-prefix=QUIET
// RUN: %check %s -- -fopenmp -DOTHER 2>&1 | FileCheck %s --check-prefix=OTHER
// QUIET-NOT: [coll-concurrent]
// OTHER: warning: MPI_Barrier and MPI_Bcast on the same communicator are kept apart by a lock, but their order is nondeterministic [coll-concurrent]
#include <mpi.h>

int main(int argc, char **argv) {
  int provided, value = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task
    {
#pragma omp critical
      MPI_Barrier(MPI_COMM_WORLD);
    }
#pragma omp task
    {
#pragma omp critical
#ifdef OTHER
      MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
#else
      MPI_Barrier(MPI_COMM_WORLD);
#endif
    }
  }
  MPI_Finalize();
  return value;
}
