// A single in a loop and one after the loop: the barrier at the end of each iteration orders their collectives.
// RUN: %check %s -- -fopenmp 2>&1 | FileCheck %s
// RUN: %check %s -- -fopenmp -DNESTED 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int level, value = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &level);
  if (level < MPI_THREAD_SERIALIZED) MPI_Abort(MPI_COMM_WORLD, 1);
#pragma omp parallel
  {
    for (int i = 0; i < 3; ++i) {
#ifdef NESTED
      for (int j = 0; j < 3; ++j) {
#pragma omp single
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
      }
#endif
#pragma omp single
      MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
#pragma omp single
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
