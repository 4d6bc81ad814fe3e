// A function sends its local variable and returns before the send is complete; a static variable stays.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

static void announce(int what, int to, MPI_Request *request) {
#ifdef OK
  static int message;
  message = what;
#else
  int message = what;
#endif
  // CHECK-DAG: returns.c:[[@LINE+1]]:{{.*}}note: pending since here
  MPI_Isend(&message, 1, MPI_INT, to, 0, MPI_COMM_WORLD, request);
  // CHECK-DAG: returns.c:[[@LINE+1]]:{{.*}}error: the function returns while a pending MPI_Isend still uses its local variable [buffer-race]
}

int main(int argc, char **argv) {
  int rank, size;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int got = 0;
  MPI_Request receiving;
  MPI_Irecv(&got, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &receiving);
  announce(rank, (rank + 1) % size, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Wait(&receiving, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
