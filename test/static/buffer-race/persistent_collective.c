// A store to the buffer of a started persistent collective; between initialization and start it is free.
// REQUIRES: mpich
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  int value = 0;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // CHECK-DAG: persistent_collective.c:[[@LINE+1]]:{{.*}}note: the operation is set up here
  MPI_Bcast_init(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  value = rank;
  // CHECK-DAG: persistent_collective.c:[[@LINE+1]]:{{.*}}note: pending since here
  MPI_Start(&request);
#ifdef OK
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
  // CHECK-DAG: persistent_collective.c:[[@LINE+1]]:{{.*}}error: the store writes to a buffer that a pending MPI_Bcast_init {{still reads|also writes to}} [buffer-race]
  value = 1;
#ifndef OK
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
  MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
