// The counts of a large collective have 8 bytes each.
// REQUIRES: mpich
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Count counts[8];
  MPI_Aint places[8];
  int mine = 0, all[8];
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < 8; ++i) {
    counts[i] = 1;
    places[i] = i;
  }
  MPI_Iallgatherv_c(&mine, 1, MPI_INT, all, counts, places, MPI_INT, MPI_COMM_WORLD, &request);
  counts[size] = 2;
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
