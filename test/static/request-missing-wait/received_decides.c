// What is received decides whether the send is waited for.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <math.h>
#include <mpi.h>
#include <stdlib.h>

static int exchange(double *own, int peer, double tolerance) {
  MPI_Request request;
  double other;
  // CHECK: [[#@LINE+1]]:3: warning: the operation of MPI_Isend is never completed [request-missing-wait]
  MPI_Isend(own, 1, MPI_DOUBLE, peer, 4, MPI_COMM_WORLD, &request);
  MPI_Recv(&other, 1, MPI_DOUBLE, peer, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  const int isClose = fabs(other - *own) < tolerance;
#ifndef OK
  if (isClose) return 0;
#endif
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return !isClose;
}

int main(int argc, char **argv) {
  int rank, size;
  double own;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != 2) MPI_Abort(MPI_COMM_WORLD, 1);
  own = rank;
  const int isOpen = exchange(&own, 1 - rank, argc > 1 ? atof(argv[1]) : 0.5);
  MPI_Finalize();
  return isOpen;
}
