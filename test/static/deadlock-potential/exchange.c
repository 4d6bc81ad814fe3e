// Both ranks send before they receive, or one waits for a message that is sent after a collective: this works only
// where the library buffers.
// RUN: %check %s -- -DSENDS 2>&1 | FileCheck %s --check-prefix=SENDS
// RUN: %check %s -- -DCOLLECTIVE 2>&1 | FileCheck %s --check-prefix=COLLECTIVE
// RUN: %check %s -- -DBUFFERED 2>&1 | FileCheck %s --check-prefix=RIGHT
// RIGHT: no errors
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, size, data = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != 2) MPI_Abort(MPI_COMM_WORLD, 1);
#if defined SENDS
  // SENDS: exchange.c:[[#@LINE+1]]:{{.*}}warning: ranks 0-1 deadlock in MPI_Send unless the library buffers the messages [deadlock-potential]
  MPI_Send(&rank, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
  MPI_Recv(&data, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#elif defined COLLECTIVE
  // COLLECTIVE: exchange.c:[[#@LINE+1]]:{{.*}}warning: ranks 0-1 deadlock in MPI_Recv and MPI_Reduce unless the library lets a rank leave the collective before all ranks have entered it [deadlock-potential]
  if (rank == 0) MPI_Recv(&data, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  int sum;
  MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 1) MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
#else
  char buffer[1000 + MPI_BSEND_OVERHEAD];
  void *attached;
  int bytes;
  MPI_Buffer_attach(buffer, sizeof buffer);
  MPI_Bsend(&rank, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
  MPI_Recv(&data, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Buffer_detach(&attached, &bytes);
#endif
  MPI_Finalize();
  return 0;
}
