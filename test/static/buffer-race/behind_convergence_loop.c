// A store before the wait, behind loops that end by what a reduction gives: in the head, beside a counter, at the end,
// and by a break.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <math.h>
#include <mpi.h>

static double norm(double own) {
  double all;
  MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return sqrt(all);
}

static void shift(double *cell, int rank, int size) {
  double got;
  MPI_Request request;
  MPI_Isend(cell, 1, MPI_DOUBLE, (rank + 1) % size, 3, MPI_COMM_WORLD, &request);
  MPI_Recv(&got, 1, MPI_DOUBLE, (rank + size - 1) % size, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#ifdef OK
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  *cell = got;
#else
  *cell = got;  // CHECK: [[#@LINE]]:9: error: the store writes to a buffer that a pending MPI_Isend still reads [buffer-race]
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
}

int main(int argc, char **argv) {
  int rank, size;
  double own = 1, rest = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  while (rest > 1e-3) {
    own *= 0.9;
    rest = norm(own);
  }
  own = 1 + norm(own);
  for (int i = 0; i < 1000 && rest < own; ++i) rest += norm(own);
  do {
    own *= 0.9;
    rest = norm(own);
  } while (rest > 1e-3 || own > 2);
  for (;;) {
    own = norm(rest + own);
    if (own < 1e-3) break;
  }
  shift(&own, rank, size);
  MPI_Finalize();
  return 0;
}
