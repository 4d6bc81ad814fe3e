// Ranks that wait for each other in every run: a receive against a collective, a tag that is never sent, two receives,
// a synchronous send before the matching receive. Similar calls are correct.
// RUN: %not66 %check %s -- -DCOLLECTIVE 2>&1 | FileCheck %s --check-prefix=COLLECTIVE
// RUN: %not66 %check %s -- -DTAG 2>&1 | FileCheck %s --check-prefix=TAG
// RUN: %not66 %check %s -- -DRECEIVES 2>&1 | FileCheck %s --check-prefix=RECEIVES
// RUN: %not66 %check %s -- -DSSEND 2>&1 | FileCheck %s --check-prefix=SSEND
// RUN: %not66 %check %s -- -DPERSISTENT 2>&1 | FileCheck %s --check-prefix=PERSISTENT
// RUN: %not66 %check %s -- -DDUPLICATE 2>&1 | FileCheck %s --check-prefix=DUPLICATE
// RUN: %check %s -- -DRIGHT 2>&1 | FileCheck %s --check-prefix=RIGHT
// RIGHT: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, data = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != 2) MPI_Abort(MPI_COMM_WORLD, 1);
#if defined COLLECTIVE
  // COLLECTIVE: order.c:[[#@LINE+4]]:{{.*}}error: ranks 0-1 are deadlocked: rank 0 waits in MPI_Recv for rank 1, rank 1 waits in MPI_Bcast for rank 0 [deadlock]
  // COLLECTIVE: order.c:[[#@LINE+6]]:{{.*}}on rank 1
  // COLLECTIVE: 1 error;
  if (rank == 0) {
    MPI_Recv(&data, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Bcast(&data, 1, MPI_INT, 0, MPI_COMM_WORLD);
  } else {
    MPI_Bcast(&data, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Send(&data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
#elif defined TAG
  // TAG: error: ranks 0-1 are deadlocked: rank 0 waits in MPI_Finalize for rank 1, rank 1 waits in MPI_Recv for rank 0 [deadlock]
  // TAG: order.c:[[#@LINE+4]]:{{.*}}note: waits here on rank 1
  // TAG: order.c:[[#@LINE+2]]:{{.*}}sends a message that does not match
  // TAG: help: rank 0 has sent a message to rank 1 with tag 3, the receive asks for tag 4: let both agree
  if (rank == 0) MPI_Send(&data, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
  if (rank == 1) MPI_Recv(&data, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#elif defined RECEIVES
  // RECEIVES: order.c:[[#@LINE+1]]:{{.*}}error: ranks 0-1 are deadlocked: rank 0 waits in MPI_Recv for rank 1, rank 1 waits in MPI_Recv for rank 0 [deadlock]
  MPI_Recv(&data, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send(&data, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
#elif defined SSEND
  // SSEND: order.c:[[#@LINE+1]]:{{.*}}error: ranks 0-1 are deadlocked: rank 0 waits in MPI_Ssend for rank 1, rank 1 waits in MPI_Ssend for rank 0 [deadlock]
  MPI_Ssend(&rank, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
  MPI_Recv(&data, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#elif defined PERSISTENT
  // PERSISTENT: order.c:[[#@LINE+5]]:{{.*}}error: ranks 0-1 are deadlocked: rank 0 waits in MPI_Wait for rank 1, rank 1 waits in MPI_Barrier for rank 0 [deadlock]
  MPI_Request request;
  if (rank == 0) {
    MPI_Recv_init(&data, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) MPI_Send(&data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
#elif defined DUPLICATE
  // DUPLICATE: error: ranks 0-1 are deadlocked: rank 0 waits in MPI_Finalize for rank 1, rank 1 waits in MPI_Recv for rank 0 [deadlock]
  // DUPLICATE: order.c:[[#@LINE+5]]:{{.*}}note: waits here on rank 1
  // DUPLICATE: help: rank 0 has sent a message to rank 1 on MPI_COMM_WORLD, the receive is on the communicator of ranks 0-1: let both agree
  MPI_Comm other;
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  if (rank == 0) MPI_Send(&data, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  if (rank == 1) MPI_Recv(&data, 1, MPI_INT, 0, 0, other, MPI_STATUS_IGNORE);
  MPI_Comm_free(&other);
#elif defined RIGHT
  MPI_Request requests[2];
  MPI_Irecv(&data, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Issend(&rank, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  int from = 0;
  MPI_Sendrecv(&rank, 1, MPI_INT, 1 - rank, 1, &from, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 0) MPI_Recv(&data, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 1) MPI_Ssend(&data, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
  if (rank == 0) MPI_Send(&data, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);
  if (rank == 1) MPI_Probe(0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 1) MPI_Recv(&data, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#endif
  MPI_Finalize();
  return 0;
}
