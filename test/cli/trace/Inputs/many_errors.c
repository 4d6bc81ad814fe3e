// A race, a buffer used too early, a message that is never received and a type that is never freed. Optionally rank 0
// makes many iterations first; or a rank kills itself inside an epoch; or both wait for each other.
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  int rank, *memory, value = 7, other = 0, rounds = argc > 1 ? atoi(argv[1]) : 0;
  const char *how = argc > 2 ? argv[2] : "";
  MPI_Win window;
  MPI_Request request;
  MPI_Datatype three;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Type_contiguous(3, MPI_INT, &three);
  MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  for (int i = 0; i < rounds; ++i) {
    const int peer = i % 50 == 0 ? 1 - rank : rank; /* seldom the other one, for whom it would spin */
    MPI_Sendrecv(&value, 1, MPI_INT, peer, 1, &other, 1, MPI_INT, peer, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0) MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  }
  MPI_Win_fence(0, window);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
  if (rank == 1) memory[0] = 5;
  if (strcmp(how, "killed") == 0) {
    if (rank == 0) MPI_Send(&value, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(&other, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1) raise(SIGKILL);
  }
  MPI_Win_fence(0, window);
  if (strcmp(how, "stuck") == 0) MPI_Recv(&other, 1, MPI_INT, 1 - rank, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Irecv(&other, 1, MPI_INT, 1 - rank, 2, MPI_COMM_WORLD, &request);
  MPI_Send(&value, 1, MPI_INT, 1 - rank, 2, MPI_COMM_WORLD);
  other = 3;
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (rank == 0) MPI_Send(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
