// A source without main: requests that no other code can access must be completed.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

void exchange(double *values, int count, int peer) {
  MPI_Request requests[2];
  MPI_Irecv(values, count, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &requests[0]);
  // CHECK: no_main.c:[[@LINE+1]]:{{.*}}error: the operation of MPI_Isend is never completed [request-missing-wait]
  MPI_Isend(values + count, count, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &requests[1]);
#ifdef OK
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
#else
  MPI_Waitall(1, requests, MPI_STATUSES_IGNORE);
#endif
}

MPI_Request kept;

MPI_Request begin(int *value, MPI_Request *request) {
  MPI_Request other;
  MPI_Ibcast(value, 1, MPI_INT, 0, MPI_COMM_WORLD, request);
  MPI_Ibcast(value + 1, 1, MPI_INT, 0, MPI_COMM_WORLD, &kept);
  MPI_Ibcast(value + 2, 1, MPI_INT, 0, MPI_COMM_WORLD, &other);
  return other;
}
