// Each rank passes a number on; with an argument all numbers are gathered, which a run without one does not reach.
#include <mpi.h>
#include <stdio.h>

/* MPI_Send(in a comment, 1, MPI_INT, 0, 0, MPI_COMM_WORLD); */
#define TAG 7

int main(int argc, char **argv) {
  int rank, size, mine, left, all[64];
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  mine = rank;
  MPI_Irecv(&left, 1, MPI_INT, (rank + size - 1) % size,
            TAG, MPI_COMM_WORLD, &request);
  if (MPI_Send(&mine, 1, MPI_INT, (rank + 1) % size, TAG, MPI_COMM_WORLD) != MPI_SUCCESS) puts("MPI_Send() failed");
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Bcast(&mine, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (argc > 1) MPI_Allgather(&mine, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
#ifdef BARRIER
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  return MPI_Finalize();
}
