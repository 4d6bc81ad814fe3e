// Memory is freed before the receive into it is complete.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, size;
  int *values = malloc(8 * sizeof(int));
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int sent[8] = {0};
  MPI_Request sending;
  MPI_Isend(sent, 8, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &sending);
  // CHECK-DAG: freed.c:[[@LINE+1]]:{{.*}}note: pending since here
  MPI_Irecv(values, 8, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
#ifdef OK
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
  // CHECK-DAG: freed.c:[[@LINE+1]]:{{.*}}error: memory is freed while a pending MPI_Irecv still uses it [buffer-race]
  free(values);
#ifndef OK
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
  MPI_Wait(&sending, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
