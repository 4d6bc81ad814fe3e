// fatalBug, which is none: a put and a get of one place are in order through a third rank that passes a message on. It
// is a race where the third one sends before it has received.
// REQUIRES: mpich, openmpi
// RUN: %compilers -n 3 %s | FileCheck %s --check-prefix=RIGHT
// RUN: %compilers -n 3 %s -DEARLY | FileCheck %s --implicit-check-not=rma
// RIGHT: {{^}}none{{$}}
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, *memory, value = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    // CHECK: rma-race-remote, error, [[@LINE+1]] MPI_Put, [[@LINE+15]] MPI_Get, across-processes, passive, target 1, bytes 0 to 4
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
    MPI_Send(0, 0, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
  } else if (rank == 1) {
#ifdef EARLY
    MPI_Send(0, 0, MPI_BYTE, 2, 0, MPI_COMM_WORLD);
    MPI_Recv(0, 0, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#else
    MPI_Recv(0, 0, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(0, 0, MPI_BYTE, 2, 0, MPI_COMM_WORLD);
#endif
  } else {
    MPI_Recv(0, 0, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
