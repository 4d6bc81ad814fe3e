// A put reads window memory that a pending receive writes.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, sent = 1;
  MPI_Win win;
  int *memory;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Request request;
    MPI_Irecv(&memory[0], 1, MPI_INT, 1, 7, MPI_COMM_WORLD, &request);
#ifdef OK
    MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
    MPI_Put(&memory[0], 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    // BOTH: put_of_pending_receive.c:[[@LINE-1]]:5: error: MPI_Put reads a buffer that a pending MPI_Irecv writes to [rma-race-local]
    // BOTH: help: complete the request of MPI_Irecv with MPI_Wait
#ifndef OK
    MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
  } else if (rank == 1) {
    MPI_Send(&sent, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
