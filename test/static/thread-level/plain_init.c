// MPI_Init requests MPI_THREAD_SINGLE, and all calls are outside the parallel regions: a note.
// RUN: %check %s -- -fopenmp 2>&1 | FileCheck %s
// RUN: %check -v %s -- -fopenmp 2>&1 | FileCheck %s --check-prefix=NOTE
// RUN: %check -v %s -- -fopenmp -DALL 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: %check -v %s 2>&1 | FileCheck %s
// CHECK-NOT: [thread-level]
// NOTE: note: MPI_{{.*}} needs MPI_THREAD_FUNNELED, but the program requests MPI_THREAD_SINGLE
// ALL: warning: MPI_Send needs MPI_THREAD_MULTIPLE, but the program requests MPI_THREAD_SINGLE
#include <mpi.h>

int main(int argc, char **argv) {
  int sum = 0;
  MPI_Init(&argc, &argv);
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 10; ++i) {
    sum += i;
    if (sum < 0) MPI_Abort(MPI_COMM_WORLD, 1);
#ifdef ALL
    MPI_Send(&i, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
#endif
  }
  MPI_Finalize();
  return sum == 0;
}
