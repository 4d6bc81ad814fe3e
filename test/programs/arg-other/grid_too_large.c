// A grid of more processes than the communicator has.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Comm grid;
  int size;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
#ifdef OK
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, (int[]){0}, 0, &grid);
#else
  MPI_Cart_create(MPI_COMM_WORLD, 1, (int[]){size + 1}, (int[]){0}, 0, &grid);
  // BOTH: grid_too_large.c:[[@LINE-1]]:3: error: dims of MPI_Cart_create (argument 3) needs more processes than the 2 of MPI_COMM_WORLD [arg-other]
#endif
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return 0;
}
