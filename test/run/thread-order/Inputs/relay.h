// Rank 0 takes a message of rank 1 from any source, and then lets rank 2 send it one. Where two threads of rank 0 do
// that, it is no race between the two messages just when the first is ordered before the second.
#include <mpi.h>

static void takeFirst(int tag) {
  int value;
  MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void takeSecond(int tag) {
  int value = 0;
  MPI_Send(&value, 1, MPI_INT, 2, tag, MPI_COMM_WORLD);
  MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/// What ranks 1 and 2 do.
static void serve(int rank, int tags) {
  int value = rank;
  for (int tag = 0; tag < tags; ++tag) {
    if (rank == 2) MPI_Recv(&value, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1 || rank == 2) MPI_Send(&value, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
  }
}

static int startMpi(int *argc, char ***argv) {
  int rank, provided;
  MPI_Init_thread(argc, argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}
