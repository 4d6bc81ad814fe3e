// Two receives into one buffer, completed together.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60  --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=buffer-race findings.0.sites.#=2 findings.0.sites.0.role=access findings.0.sites.1.role=access
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60  --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=buffer-race findings.0.sites.#=2 findings.0.sites.0.role=access findings.0.sites.1.role=access
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value[2] = {1, 2};
  MPI_Request requests[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Irecv(value, 2, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(value + 1, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  } else {
    MPI_Send(value, 2, MPI_INT, 0, 1, MPI_COMM_WORLD);
    MPI_Send(value, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}

// CHECK: two_receives.c:[[#@LINE-10]]:{{.*}} error: MPI_Irecv writes to a buffer that a pending MPI_Irecv also writes to [buffer-race]
// CHECK: MPI_Irecv(value + 1, 1,
// CHECK: writes to the buffer
// CHECK: note: pending since here
// CHECK: MPI_Irecv(value, 2,
// CHECK: help: complete the request of MPI_Irecv
