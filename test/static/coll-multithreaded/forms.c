// Parallel regions in which several threads call a collective, surely or perhaps.
// RUN: %not66 %check %s -- -fopenmp -fopenmp-version=51 -DTASK_OF_EACH 2>&1 | FileCheck %s --check-prefix=TASK_OF_EACH
// RUN: %check %s -- -fopenmp -fopenmp-version=51 -DIF_CLAUSE 2>&1 | FileCheck %s --check-prefix=IF_CLAUSE
// RUN: %check %s -- -fopenmp -fopenmp-version=51 -DLOOP 2>&1 | FileCheck %s --check-prefix=LOOP
// RUN: %check %s -- -fopenmp -fopenmp-version=51 -DDYNAMIC 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// RUN: %check %s -- -fopenmp -fopenmp-version=51 -DTASKLOOP 2>&1 | FileCheck %s --check-prefix=TASKLOOP
// RUN: %check %s -- -fopenmp -fopenmp-version=51 -DALL_BUT_ONE 2>&1 | FileCheck %s --check-prefix=ALL_BUT_ONE
// RUN: %check %s -- -fopenmp -fopenmp-version=51 -DNESTED 2>&1 | FileCheck %s --check-prefix=NESTED
#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv) {
  int provided, data = 0;
  (void)data;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
#if defined TASK_OF_EACH
#pragma omp parallel
  {
#pragma omp task
    // TASK_OF_EACH: forms.c:[[@LINE+1]]:{{.*}}: error: MPI_Barrier is called by several threads
    MPI_Barrier(MPI_COMM_WORLD);
  }
#elif defined IF_CLAUSE
#pragma omp parallel if (argc > 1)
  {
    // IF_CLAUSE: forms.c:[[@LINE+1]]:{{.*}}: warning: MPI_Barrier may be called by several threads
    MPI_Barrier(MPI_COMM_WORLD);
  }
#elif defined LOOP
#pragma omp parallel for
  for (int i = 0; i < 4; i++) {
    // LOOP: forms.c:[[@LINE+1]]:{{.*}}: warning: MPI_Barrier may be called by several threads
    MPI_Barrier(MPI_COMM_WORLD);
  }
#elif defined DYNAMIC
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 4; i++) {
    // DYNAMIC: forms.c:[[@LINE+1]]:{{.*}}: warning: MPI_Barrier may be called by several threads
    MPI_Barrier(MPI_COMM_WORLD);
  }
#elif defined TASKLOOP
#pragma omp parallel
#pragma omp single
#pragma omp taskloop
  for (int i = 0; i < 4; i++) {
    // TASKLOOP: forms.c:[[@LINE+1]]:{{.*}}: warning: MPI_Barrier may be called by several threads
    MPI_Barrier(MPI_COMM_WORLD);
  }
#elif defined ALL_BUT_ONE
#pragma omp parallel
  if (omp_get_thread_num() != 0) {
    // ALL_BUT_ONE: forms.c:[[@LINE+1]]:{{.*}}: warning: MPI_Barrier may be called by several threads
    MPI_Barrier(MPI_COMM_WORLD);
  }
#elif defined NESTED
#pragma omp parallel
  {
#pragma omp parallel
    {
#pragma omp single
    // NESTED: forms.c:[[@LINE+1]]:{{.*}}: warning: MPI_Barrier may be called by several threads
    MPI_Barrier(MPI_COMM_WORLD);
    }
  }
#endif
  MPI_Finalize();
  return 0;
}
