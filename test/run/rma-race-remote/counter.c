// A counter stands for every increment up to its value, not only for the last one. A part of the increments does not
// tell whose they are: here rank 2 makes its own when it knows that rank 0 has seen one, and rank 0 loads what rank 2
// puts meanwhile.
// REQUIRES: mpich, openmpi
// RUN: for mpi in mpich openmpi; do %lockstep run -v --mpi $mpi -n 3 --timeout 60 %s 2>&1 | FileCheck %s --check-prefix=NONE || exit 1; done
// RUN: for mpi in mpich openmpi; do %not66 %lockstep run --mpi $mpi -n 3 --timeout 60 --cflags=-DARRIVED=1 %s 2>&1 | FileCheck %s || exit 1; done
// NONE-NOT: {{error|warning}}:
// NONE: no errors
#include <mpi.h>
#include <stddef.h>

#ifndef ARRIVED
#define ARRIVED 2
#endif

int main(int argc, char **argv) {
  int rank, *base, one = 1, seen = -1, data = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  base[0] = base[1] = base[2] = 0;
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (ARRIVED < 2 && rank == 2) MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank > 0) {
    MPI_Put(&one, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_flush(0, win);
  } else {
    while (seen < ARRIVED) {
      MPI_Fetch_and_op(NULL, &seen, MPI_INT, 0, 0, MPI_NO_OP, win);
      MPI_Win_flush(0, win);
    }
    if (ARRIVED < 2) MPI_Send(NULL, 0, MPI_INT, 2, 0, MPI_COMM_WORLD);
    // CHECK: counter.c:[[@LINE+1]]:{{.*}} error: the load reads memory of rank 0 that MPI_Put writes to{{.*}} [rma-race-remote]
    data = base[1] + base[2];
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return data < 0;
}
