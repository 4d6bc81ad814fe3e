// The rank passes through other variables, arithmetic, a conditional expression and a switch.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
#include <mpi.h>

struct Place {
  int world, half;
};

int main(int argc, char **argv) {
  struct Place place;
  int *where = &place.half;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &place.world);
  *where = place.world % 2;
  int role = place.half > 0 ? 7 : 3;
  switch (role) {
    case 3:
      // CHECK: through_variables.c:[[@LINE+1]]:7: error: MPI_Barrier is not called by all ranks
      MPI_Barrier(MPI_COMM_WORLD);
      break;
    default:
      break;
  }
  MPI_Finalize();
  return 0;
}
