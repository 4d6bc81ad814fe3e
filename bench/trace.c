// Processor time of a nonblocking exchange of a rank with itself: nobody waits, so that a busy machine disturbs little.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(int argc, char **argv) {
  const int rounds = atoi(argv[1]);
  int value = 1, other = 0;
  MPI_Init(&argc, &argv);
  const clock_t begin = clock();
  for (int i = 0; i < rounds; ++i) {
    MPI_Request requests[2];
    MPI_Irecv(&other, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }
  printf("%f\n", (double)(clock() - begin) / CLOCKS_PER_SEC / rounds / 3 * 1e9);
  MPI_Finalize();
  return 0;
}
