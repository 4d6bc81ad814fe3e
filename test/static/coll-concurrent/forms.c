// Unordered single-thread regions call collectives.
// RUN: %not66 %check %s -- -fopenmp -fopenmp-version=51 -DNOWAIT 2>&1 | FileCheck %s --check-prefix=NOWAIT
// RUN: %not66 %check %s -- -fopenmp -fopenmp-version=51 -DMASTER 2>&1 | FileCheck %s --check-prefix=MASTER
// RUN: %not66 %check %s -- -fopenmp -fopenmp-version=51 -DMASKED 2>&1 | FileCheck %s --check-prefix=MASKED
// RUN: %not66 %check %s -- -fopenmp -fopenmp-version=51 -DSECTIONS 2>&1 | FileCheck %s --check-prefix=SECTIONS
// RUN: %not66 %check %s -- -fopenmp -fopenmp-version=51 -DTASKS 2>&1 | FileCheck %s --check-prefix=TASKS
// RUN: %not66 %check %s -- -fopenmp -fopenmp-version=51 -DTASK_AND_MAKER 2>&1 | FileCheck %s --check-prefix=TASK_AND_MAKER
#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv) {
  int provided, data = 0;
  (void)data;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
#if defined NOWAIT
#pragma omp parallel
  {
#pragma omp single nowait
    // NOWAIT: forms.c:[[@LINE+1]]:{{.*}}: error: MPI_Barrier and MPI_Barrier may run at the same time
    MPI_Barrier(MPI_COMM_WORLD);
#pragma omp single
    MPI_Barrier(MPI_COMM_WORLD);
  }
#elif defined MASTER
#pragma omp parallel
  {
#pragma omp master
    // MASTER: forms.c:[[@LINE+1]]:{{.*}}: error: MPI_Barrier and MPI_Barrier may run at the same time
    MPI_Barrier(MPI_COMM_WORLD);
#pragma omp single
    MPI_Barrier(MPI_COMM_WORLD);
  }
#elif defined MASKED
#pragma omp parallel
  {
#pragma omp masked
    // MASKED: forms.c:[[@LINE+1]]:{{.*}}: error: MPI_Barrier and MPI_Barrier may run at the same time
    MPI_Barrier(MPI_COMM_WORLD);
#pragma omp single
    MPI_Barrier(MPI_COMM_WORLD);
  }
#elif defined SECTIONS
#pragma omp parallel sections
  {
#pragma omp section
    // SECTIONS: forms.c:[[@LINE+1]]:{{.*}}: error: MPI_Barrier and MPI_Barrier may run at the same time
    MPI_Barrier(MPI_COMM_WORLD);
#pragma omp section
    MPI_Barrier(MPI_COMM_WORLD);
  }
#elif defined TASKS
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    // TASKS: forms.c:[[@LINE+1]]:{{.*}}: error: MPI_Barrier and MPI_Barrier may run at the same time
    MPI_Barrier(MPI_COMM_WORLD);
#pragma omp task
    MPI_Barrier(MPI_COMM_WORLD);
  }
#elif defined TASK_AND_MAKER
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    // TASK_AND_MAKER: forms.c:[[@LINE+1]]:{{.*}}: error: MPI_Barrier and MPI_Barrier may run at the same time
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
  }
#endif
  MPI_Finalize();
  return 0;
}
