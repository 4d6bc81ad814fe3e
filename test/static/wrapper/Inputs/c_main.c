#include <mpi.h>

void flang_part_(int *value);

int main(int argc, char **argv) {
  int value = 4;
  MPI_Init(&argc, &argv);
  flang_part_(&value);
  MPI_Finalize();
  return value == 4 ? 0 : 1;
}
