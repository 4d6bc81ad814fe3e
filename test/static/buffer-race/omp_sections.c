// One section sends a variable while another stores to it; a load is correct.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s -- -fopenmp 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s -- -fopenmp 2>&1 | FileCheck %s
// RUN: %check %s -- -fopenmp -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -fopenmp -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int value = 0, other = 0, got, provided;
  MPI_Request request, receiving;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Irecv(&got, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &receiving);
#pragma omp parallel sections
  {
#pragma omp section
    {
      // CHECK-DAG: omp_sections.c:[[@LINE+1]]:{{.*}}note: may {{read|write to}} it at the same time
      MPI_Isend(&value, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
#pragma omp section
#ifdef OK
    other = value;
#else
    // CHECK-DAG: omp_sections.c:[[@LINE+1]]:{{.*}}error: the store writes to a buffer that MPI_Isend reads, and nothing orders the two [buffer-race]
    value = 1;
#endif
  }
  MPI_Wait(&receiving, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
