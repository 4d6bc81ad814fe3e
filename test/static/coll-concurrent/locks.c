// `critical` excludes only regions of the same name, and does not order them.
// RUN: %not66 %check %s -- -fopenmp -DOTHER=b 2>&1 | FileCheck %s
// RUN: %check %s -- -fopenmp -DOTHER=a 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %check %s -- -fopenmp -DOTHER=a -DORDERED 2>&1 | FileCheck %s --check-prefix=OK --implicit-check-not=coll-
// RUN: %check %s -- -fopenmp -DOTHER=a -DFIRST 2>&1 | FileCheck %s --check-prefix=OK --implicit-check-not=coll-
// CHECK: error: MPI_Barrier and MPI_Bcast may run at the same time on two threads, on the same communicator
// SAME: warning: MPI_Barrier and MPI_Bcast on the same communicator are kept apart by a lock, but their order is nondeterministic
// SAME-NOT: [coll-multithreaded]
// OK: no errors
#include <mpi.h>

#ifdef FIRST
#define IF(condition) if (condition)
#else
#define IF(condition)
#endif

int main(int argc, char **argv) {
  int provided, value = 0, met = 0, told = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
#pragma omp parallel shared(value, met, told)
  {
#pragma omp critical(a)
    IF (met++ == 0) MPI_Barrier(MPI_COMM_WORLD);
#ifdef ORDERED
#pragma omp barrier
#endif
#pragma omp critical(OTHER)
    IF (told++ == 0) MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
