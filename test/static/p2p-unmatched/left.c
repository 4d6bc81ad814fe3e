// Rank 0 sends a message that rank 1 never receives; with one rank there is no rank 1, which proves nothing.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DRIGHT
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, data = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK: left.c:[[#@LINE+1]]:{{.*}}error: the message that MPI_Send sends to rank 1 with tag 9 on MPI_COMM_WORLD is never received
  if (rank == 0) MPI_Send(&data, 1, MPI_INT, 1, 9, MPI_COMM_WORLD);
#ifdef RIGHT
  if (rank == 1) MPI_Recv(&data, 1, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#endif
  if (rank == size - 1 && size > 1) MPI_Send(&data, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
  if (rank == 0 && size > 1) MPI_Recv(&data, 1, MPI_INT, size - 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
