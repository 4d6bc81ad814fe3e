// Two sections call different collectives on one communicator, which a variable holds.
// RUN: %check %s -- -fopenmp 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile -fopenmp %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK -fopenmp 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK -fopenmp %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int provided, value = 0;
  MPI_Comm other;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
#ifdef OK
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
#else
  other = MPI_COMM_WORLD;
#endif
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    MPI_Barrier(MPI_COMM_WORLD);
    // Difference: check does not know the communicator in the variable, and says nothing.
    // RUNTIME: variable.c:[[@LINE-2]]:5: error: a process calls MPI_Barrier and MPI_Bcast on the same communicator, and nothing orders the calls [coll-concurrent]
    // CHECK: lockstep: no errors
#pragma omp section
    MPI_Bcast(&value, 1, MPI_INT, 0, other);
  }
#ifdef OK
  MPI_Comm_free(&other);
#endif
  MPI_Finalize();
  return 0;
}
