// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

void exchange(double *values, int count, int peer) {
  MPI_Request requests[2];
  MPI_Irecv(values, count, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(values + count, count, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

MPI_Request kept;

MPI_Request begin(int *value, MPI_Request *request) {
  MPI_Request other;
  MPI_Ibcast(value, 1, MPI_INT, 0, MPI_COMM_WORLD, request);
  MPI_Ibcast(value + 1, 1, MPI_INT, 0, MPI_COMM_WORLD, &kept);
  MPI_Ibcast(value + 2, 1, MPI_INT, 0, MPI_COMM_WORLD, &other);
  return other;
}
