// Two persistent sends that one call starts and two calls complete.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, first = 1, second = 2;
  MPI_Request requests[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Send_init(&first, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Send_init(&second, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Startall(2, requests);
    for (int i = 0; i < 2; ++i) MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    for (int i = 0; i < 2; ++i) MPI_Request_free(&requests[i]);
  } else {
    MPI_Recv(&first, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&second, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
