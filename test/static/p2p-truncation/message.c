// A message is longer than its receive; a receive may be longer than its message.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DRIGHT 2>&1 | FileCheck %s --check-prefix=RIGHT
// RIGHT-NOT: {{warning|error}}:
// RIGHT: lockstep: no errors
#include <mpi.h>

#ifdef RIGHT
#define ROOM 6
#else
#define ROOM 3
#endif

int main(int argc, char **argv) {
  int rank, data[8] = {0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) MPI_Send(data, 4, MPI_INT, 1, 9, MPI_COMM_WORLD);
  // CHECK: message.c:[[#@LINE-1]]:18: error: rank 0 sends 4 x MPI_INT (16 bytes) to rank 1, which has room for 3 x MPI_INT (12 bytes) [p2p-truncation]
  if (rank == 1) MPI_Recv(data, ROOM, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // CHECK: message.c:[[#@LINE-1]]:18: note: receives it here
  // CHECK: help: receive with a count that is at least as large as the one sent, or probe for it first
  MPI_Finalize();
  return 0;
}
