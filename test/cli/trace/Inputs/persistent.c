// persistent ROUNDS race|right: persistent requests that are created once, used in every iteration, and freed at the
// end; in every iteration a put that rank 1 does not expect, or expects.
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { kPadding = 200 };

int main(int argc, char **argv) {
  int rank, sum = 0, value = 7, sent[2] = {1, 2}, received[2] = {0, 0}, *memory;
  MPI_Win window;
  MPI_Request requests[2];
  MPI_Init(&argc, &argv);
  const int rounds = atoi(argv[1]), isRace = strcmp(argv[2], "race") == 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  MPI_Send_init(sent, 2, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Recv_init(received, 2, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, &requests[1]);
  MPI_Win_fence(0, window);
  for (int i = 0; i < rounds; ++i) {
    MPI_Startall(2, requests);
    for (int j = 0; j < kPadding; ++j)
      MPI_Sendrecv(&value, 1, MPI_INT, rank, 2, &sum, 1, MPI_INT, rank, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
    if (rank == 1) memory[isRace ? 0 : 1] = received[0];
    MPI_Win_fence(0, window);
  }
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
