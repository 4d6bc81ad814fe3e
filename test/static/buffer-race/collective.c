// A store to the result of a nonblocking reduction before the reduction is complete.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int value = 0, other = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Init(&argc, &argv);
  // CHECK-DAG: collective.c:[[@LINE+1]]:{{.*}}note: pending since here
  MPI_Iallreduce(&value, &other, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
#ifdef OK
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
  // CHECK-DAG: collective.c:[[@LINE+1]]:{{.*}}error: the store writes to a buffer that a pending MPI_Iallreduce also writes to [buffer-race]
  other = 0;
#ifndef OK
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
  MPI_Finalize();
  return 0;
}
