#include <mpi.h>
#include <string.h>

// Fails unless its arguments arrive as they were written.
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int one = 1, sum = 0, size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  int asWritten = argc == 4 && !strcmp(argv[1], "NAME") && !strcmp(argv[2], "") && !strcmp(argv[3], "a;b");
  return sum == size && asWritten ? 0 : 1;
}
