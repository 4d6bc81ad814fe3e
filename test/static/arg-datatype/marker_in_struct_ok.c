// A marker has no bytes, and only moves the bounds of the structure.
// REQUIRES: mpich
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int values[2] = {0};
  int lengths[2] = {2, 1};
  MPI_Aint places[2] = {0, 64};
  MPI_Datatype types[2] = {MPI_INT, MPI_UB}, spaced;
  MPI_Init(&argc, &argv);
  MPI_Type_create_struct(2, lengths, places, types, &spaced);
  MPI_Type_commit(&spaced);
  MPI_Bcast(values, 1, spaced, 0, MPI_COMM_WORLD);
  MPI_Type_free(&spaced);
  MPI_Finalize();
  return 0;
}
