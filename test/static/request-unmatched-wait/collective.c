// The barrier has another request than the two that are waited for, which are null.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Request request = MPI_REQUEST_NULL, requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Ibarrier(MPI_COMM_WORLD, &requests[1]);
#else
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
#endif
  // CHECK: collective.c:[[@LINE+1]]:{{.*}}warning: MPI_Waitall is given a null request: there is nothing to complete [request-unmatched-wait]
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
#ifndef OK
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
  MPI_Finalize();
  return 0;
}
