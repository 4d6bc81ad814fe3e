// The cost of a recorded call: an 8-byte ping-pong, a barrier loop, and an exchange of four messages with Isend, Irecv
// and Waitall. Prints nanoseconds per call on rank 0, for the exchange per round.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double pingPong(int rank, int rounds) {
  double value = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  double start = MPI_Wtime();
  for (int i = 0; i < rounds; ++i) {
    if (rank == 0) {
      MPI_Send(&value, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
      MPI_Recv(&value, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
      MPI_Recv(&value, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(&value, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
    }
  }
  return (MPI_Wtime() - start) / (2.0 * rounds);
}

static double barriers(int rounds) {
  MPI_Barrier(MPI_COMM_WORLD);
  double start = MPI_Wtime();
  for (int i = 0; i < rounds; ++i) MPI_Barrier(MPI_COMM_WORLD);
  return (MPI_Wtime() - start) / rounds;
}

static double exchange(int rank, int rounds) {
  double in[4] = {0}, out[4] = {0};
  MPI_Request requests[8];
  if (rank > 1) return 0;
  double start = MPI_Wtime();
  for (int i = 0; i < rounds; ++i) {
    for (int k = 0; k < 4; ++k) MPI_Irecv(&in[k], 1, MPI_DOUBLE, 1 - rank, k, MPI_COMM_WORLD, &requests[k]);
    for (int k = 0; k < 4; ++k) MPI_Isend(&out[k], 1, MPI_DOUBLE, 1 - rank, k, MPI_COMM_WORLD, &requests[4 + k]);
    MPI_Waitall(8, requests, MPI_STATUSES_IGNORE);
  }
  return (MPI_Wtime() - start) / rounds;
}

int main(int argc, char **argv) {
  int rank, rounds = argc > 1 ? atoi(argv[1]) : 200000;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double pingPongTime = pingPong(rank, rounds);
  double barrierTime = barriers(rounds);
  double exchangeTime = exchange(rank, rounds / 4);
  if (rank == 0)
    printf("ping-pong %.1f\nbarrier %.1f\nexchange %.1f\n", pingPongTime * 1e9, barrierTime * 1e9, exchangeTime * 1e9);
  MPI_Finalize();
  return 0;
}
