// MPI_Sendrecv_replace writes to a buffer that a pending send reads; a receive from MPI_PROC_NULL does not write.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  int values[2] = {0};
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    // CHECK-DAG: no_source.c:[[@LINE+1]]:{{.*}}note: pending since here
    MPI_Isend(values, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
#ifdef OK
    MPI_Sendrecv_replace(values, 2, MPI_INT, 1, 1, MPI_PROC_NULL, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#else
    // CHECK-DAG: no_source.c:[[@LINE+1]]:{{.*}}error: MPI_Sendrecv_replace writes to a buffer that a pending MPI_Isend still reads [buffer-race]
    MPI_Sendrecv_replace(values, 2, MPI_INT, 1, 1, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#endif
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    MPI_Recv(values, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(values, 2, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#ifndef OK
    MPI_Send(values, 2, MPI_INT, 0, 1, MPI_COMM_WORLD);
#endif
  }
  MPI_Finalize();
  return 0;
}
