// A function stores to elements that a pending send reads; elements after those sent are free.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

static void fill(int *values, int count) {
  // CHECK-DAG: in_function.c:[[@LINE+1]]:{{.*}}error: the store writes to a buffer that a pending MPI_Isend still reads [buffer-race]
  for (int i = 0; i < count; ++i) values[i] = i;
}

int main(int argc, char **argv) {
  int rank, size;
  int values[8], got[8];
  MPI_Request request, receiving;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
#ifdef OK
  const int count = 2;
#else
  const int count = 8;
#endif
  MPI_Irecv(got, 8, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &receiving);
  // CHECK-DAG: in_function.c:[[@LINE+1]]:{{.*}}note: pending since here
  MPI_Isend(values, count, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
  fill(values + 2, 2);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Wait(&receiving, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
