// The thread that calls MPI is chosen by a computed number, which may be another one than the first.
// RUN: %check %s -- -fopenmp '-DNUMBER=omp_get_num_threads() - 1' 2>&1 | FileCheck %s
// RUN: %check %s -- -fopenmp -DNUMBER=chosen 2>&1 | FileCheck %s
// RUN: %check %s -- -fopenmp -DNUMBER=second 2>&1 | FileCheck %s
// CHECK: warning: MPI_Barrier needs MPI_THREAD_SERIALIZED, but the program requests MPI_THREAD_FUNNELED
// CHECK-NOT: [coll-
// RUN: %check %s -- -fopenmp -DNUMBER=first 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %check %s -- -fopenmp -DNUMBER=settings.thread 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %check %s -- -fopenmp -DNUMBER=first -DPRIVATE 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: warning:
// OK: lockstep: no errors
#include <mpi.h>
#include <omp.h>
#include <stdlib.h>

static struct {
  int thread;
} settings;

int main(int argc, char **argv) {
  int provided, first = 0, second = 1, chosen = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  if (provided < MPI_THREAD_FUNNELED) MPI_Abort(MPI_COMM_WORLD, 1);
  if (argc > 1) chosen = atoi(argv[1]);
  (void)second;
#ifdef PRIVATE
#pragma omp parallel firstprivate(first)
#else
#pragma omp parallel
#endif
  {
    if (omp_get_thread_num() == (NUMBER)) MPI_Barrier(MPI_COMM_WORLD);
    const int me = omp_get_thread_num();
    if (me == (NUMBER)) MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
