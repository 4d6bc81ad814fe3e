// Two errors that let the program end, in two functions and on two communicators.
#include <mpi.h>

static int rank;

static void first(void) {
  int sum = 0;
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, rank == 0 ? MPI_MAX : MPI_SUM, MPI_COMM_WORLD);
}

static void second(MPI_Comm comm) {
  int sum = 0;
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, rank == 0 ? MPI_MIN : MPI_PROD, comm);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm other;
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  first();
  second(other);
  MPI_Comm_free(&other);
  MPI_Finalize();
  return 0;
}
