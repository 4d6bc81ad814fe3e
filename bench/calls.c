// The cost of recorded calls between two ranks: ping-pongs of 8 bytes and of 1 MiB, an allreduce of 8 bytes, a barrier,
// and a halo exchange of four messages with Irecv, Isend and Waitall, alone and with a sweep over a grid between the
// exchanges. What sends few messages comes first, so that the engine has no arrears then. Prints nanoseconds on rank 0: per message, per collective, per round of the exchange.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { kLarge = 1 << 17, kGrid = 256 };  // doubles; points along a side
static double large[kLarge], grid[2][kGrid][kGrid];

static double pingPong(int rank, int count, int rounds) {
  MPI_Barrier(MPI_COMM_WORLD);
  double start = MPI_Wtime();
  for (int i = 0; i < rounds; ++i) {
    if (rank == 0) {
      MPI_Send(large, count, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
      MPI_Recv(large, count, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
      MPI_Recv(large, count, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(large, count, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
    }
  }
  return (MPI_Wtime() - start) / (2.0 * rounds);
}

static double allreduces(int rounds) {
  double in = 1, out;
  MPI_Barrier(MPI_COMM_WORLD);
  double start = MPI_Wtime();
  for (int i = 0; i < rounds; ++i) MPI_Allreduce(&in, &out, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return (MPI_Wtime() - start) / rounds;
}

static double barriers(int rounds) {
  MPI_Barrier(MPI_COMM_WORLD);
  double start = MPI_Wtime();
  for (int i = 0; i < rounds; ++i) MPI_Barrier(MPI_COMM_WORLD);
  return (MPI_Wtime() - start) / rounds;
}

static void sweep(double (*from)[kGrid], double (*to)[kGrid]) {
  for (int i = 1; i < kGrid - 1; ++i)
    for (int j = 1; j < kGrid - 1; ++j)
      to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
}

static double exchange(int rank, int rounds, int sweeps) {
  double in[4] = {0}, out[4] = {0};
  MPI_Request requests[8];
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank > 1) return 0;
  double start = MPI_Wtime();
  for (int i = 0; i < rounds; ++i) {
    for (int k = 0; k < 4; ++k) MPI_Irecv(&in[k], 1, MPI_DOUBLE, 1 - rank, k, MPI_COMM_WORLD, &requests[k]);
    for (int k = 0; k < 4; ++k) MPI_Isend(&out[k], 1, MPI_DOUBLE, 1 - rank, k, MPI_COMM_WORLD, &requests[4 + k]);
    for (int k = 0; k < sweeps; ++k) sweep(grid[k & 1], grid[1 - (k & 1)]);
    MPI_Waitall(8, requests, MPI_STATUSES_IGNORE);
    grid[0][1][1] = in[0];
  }
  return (MPI_Wtime() - start) / rounds;
}

static void tell(int rank, const char *name, double seconds) {
  if (rank == 0) printf("%s %.1f\n", name, seconds * 1e9);
}

int main(int argc, char **argv) {
  int rank, rounds = argc > 1 ? atoi(argv[1]) : 200000;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  tell(rank, "halo-compute", exchange(rank, rounds / 40, 10));
  tell(rank, "ping-pong-1MiB", pingPong(rank, kLarge, rounds / 200));
  tell(rank, "ping-pong", pingPong(rank, 1, rounds));
  tell(rank, "allreduce", allreduces(rounds));
  tell(rank, "barrier", barriers(rounds));
  tell(rank, "exchange", exchange(rank, rounds / 4, 0));
  MPI_Finalize();
  return 0;
}
