// The level requested by MPI_Init_thread is lower than the calls need.
// RUN: %check %s -- -fopenmp -DLEVEL=MPI_THREAD_FUNNELED -DSINGLE 2>&1 | FileCheck %s --check-prefix=SINGLE
// RUN: %check %s -- -fopenmp -DLEVEL=MPI_THREAD_SERIALIZED -DALL 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: %check %s -- -fopenmp -DLEVEL=MPI_THREAD_SERIALIZED -DTWO 2>&1 | FileCheck %s --check-prefix=TWO
// SINGLE: warning: MPI_Send needs MPI_THREAD_SERIALIZED, but the program requests MPI_THREAD_FUNNELED
// ALL: warning: MPI_Send needs MPI_THREAD_MULTIPLE, but the program requests MPI_THREAD_SERIALIZED
// TWO: warning: MPI_Send needs MPI_THREAD_MULTIPLE, but the program requests MPI_THREAD_SERIALIZED
// TWO: while another may call this
// RUN: %check %s -- -fopenmp -DLEVEL=MPI_THREAD_SERIALIZED -DSINGLE 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %check %s -- -fopenmp -DLEVEL=MPI_THREAD_SERIALIZED -DCRITICAL 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %check %s -- -fopenmp -DLEVEL=MPI_THREAD_FUNNELED -DMASKED 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %check %s -- -fopenmp -DLEVEL=MPI_THREAD_MULTIPLE -DALL 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: [thread-level]
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int provided, value = 0;
  MPI_Init_thread(&argc, &argv, LEVEL, &provided);
  if (provided < LEVEL) MPI_Abort(MPI_COMM_WORLD, 1);
#pragma omp parallel
  {
#ifdef SINGLE
#pragma omp single
    MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
#endif
#ifdef CRITICAL
#pragma omp critical
    MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
#endif
#ifdef MASKED
#pragma omp masked
    MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
#endif
#ifdef ALL
    MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
#endif
#ifdef TWO
#pragma omp single nowait
    MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
#pragma omp single nowait
    MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
#endif
  }
  MPI_Finalize();
  return 0;
}
