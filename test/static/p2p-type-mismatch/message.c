// What is sent as integers is received as floating-point numbers; bytes for integers are only a warning.
// RUN: %not66 %check %s -- -DRECEIVED=MPI_FLOAT 2>&1 | FileCheck %s
// RUN: %check %s -- -DRECEIVED=MPI_BYTE -DEACH=4 2>&1 | FileCheck %s --check-prefix=BYTE
// RUN: %check %s -- -DRECEIVED=MPI_INT 2>&1 | FileCheck %s --check-prefix=SAME --implicit-check-not='{{warning|error}}:'
// SAME: lockstep: no errors
#include <mpi.h>

#ifndef EACH
#define EACH 1
#endif

int main(int argc, char **argv) {
  int rank, data[4] = {0}, received[4];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) MPI_Send(data, 4, MPI_INT, 1, 9, MPI_COMM_WORLD);
  // CHECK: message.c:[[#@LINE-1]]:18: error: rank 0 sends 4 x MPI_INT to rank 1, which receives it as 4 x MPI_FLOAT: element 0 is MPI_INT at the sender and MPI_FLOAT at the receiver [p2p-type-mismatch]
  // BYTE: message.c:[[#@LINE-2]]:18: warning: rank 0 sends 4 x MPI_INT to rank 1, which receives it as 16 x MPI_BYTE
  if (rank == 1) MPI_Recv(received, 4 * EACH, RECEIVED, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // CHECK: message.c:[[#@LINE-1]]:18: note: receives it here
  // CHECK: help: name the same basic types
  MPI_Finalize();
  return 0;
}
