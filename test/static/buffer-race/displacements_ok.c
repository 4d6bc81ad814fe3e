// The displacements of a datatype from elsewhere are unknown, so stores between its blocks are no race.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

MPI_Datatype cell(void);

int main(int argc, char **argv) {
  int size, counts[2] = {1, 1}, from[2] = {100, 101}, to[2] = {102, 103};
  char values[4096] = {0};
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != 2) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Ialltoallv(values, counts, from, cell(), values, counts, to, cell(), MPI_COMM_WORLD, &request);
  for (int i = 0; i < 800; ++i) values[i] = 1;
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
