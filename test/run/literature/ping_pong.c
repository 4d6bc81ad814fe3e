// Ping-pong over a third rank that keeps the ball: the second player puts without waiting for its turn.
// REQUIRES: mpich, openmpi
// RUN: %compilers -n 3 %s -DEARLY | FileCheck %s --implicit-check-not=rma
// RUN: %compilers -n 3 %s | FileCheck %s --check-prefix=RIGHT
// RIGHT: {{^}}none{{$}}
#include <mpi.h>

enum { kKeeper = 2, kRounds = 3 };

static void put(double ball, int place, MPI_Win win) {
  MPI_Win_lock(MPI_LOCK_SHARED, kKeeper, 0, win);
  // CHECK: rma-race-remote, error, [[@LINE+1]] MPI_Put, [[@LINE+1]] MPI_Put, across-processes, passive, target 2, bytes 8 to 16
  MPI_Put(&ball, 1, MPI_DOUBLE, kKeeper, place, 1, MPI_DOUBLE, win);
  MPI_Win_unlock(kKeeper, win);
}

int main(int argc, char **argv) {
  int rank;
  _Alignas(16) double ball[2] = {0, 0};
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(ball, sizeof ball, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < kRounds; ++i) {
    if (rank == 0) {
      put(i, 1, win);
      MPI_Send(0, 0, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
      MPI_Recv(0, 0, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
#ifdef EARLY
      put(-i, 1, win);
      MPI_Recv(0, 0, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#else
      MPI_Recv(0, 0, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      put(-i, 1, win);
#endif
      MPI_Send(0, 0, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    }
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
