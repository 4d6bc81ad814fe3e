// `critical` keeps out only those who ask for the same name.
// RUN: %not66 %check %s -- -fopenmp -DOTHER=b 2>&1 | FileCheck %s
// RUN: %check %s -- -fopenmp -DOTHER=a 2>&1 | FileCheck %s --check-prefix=OK
// CHECK: error: MPI_Barrier and MPI_Bcast may run at the same time on two threads, on the same communicator
// OK-NOT: [coll-concurrent]
// OK: [coll-multithreaded]
#include <mpi.h>

int main(int argc, char **argv) {
  int provided, value = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
#pragma omp parallel shared(value)
  {
#pragma omp critical(a)
    MPI_Barrier(MPI_COMM_WORLD);
#pragma omp critical(OTHER)
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
