// A persistent send is started again while its buffer receives the next value.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60  --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=buffer-race
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60  --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=buffer-race
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 1;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Send_init(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
    for (int i = 0; i < 3; ++i) {
      MPI_Start(&request);
      MPI_Recv(&value, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
  } else {
    for (int i = 0; i < 3; ++i) {
      MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(&value, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
    }
  }
  MPI_Finalize();
  return 0;
}

// CHECK: persistent.c:[[#@LINE-14]]:{{.*}} error: MPI_Recv writes to a buffer that a pending MPI_Send_init still reads [buffer-race]
