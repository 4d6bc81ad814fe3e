// What one rank reads reaches all by a broadcast, by messages, or in code that is not seen; or it decides about no
// collective.
// RUN: for way in BCAST MESSAGES UNSEEN ALONE; do %check %s -- -D$way 2>&1 | FileCheck %s || exit 1; done
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>
#include <stdio.h>

void distribute(int *steps);

int main(int argc, char **argv) {
  int rank, size, steps = 10;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0 && scanf("%d", &steps) != 1) MPI_Abort(MPI_COMM_WORLD, 1);
#ifdef BCAST
  MPI_Bcast(&steps, 1, MPI_INT, 0, MPI_COMM_WORLD);
#elif defined MESSAGES
  if (rank == 0)
    for (int to = 1; to < size; ++to) MPI_Send(&steps, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
  else
    MPI_Recv(&steps, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#elif defined UNSEEN
  distribute(&steps);
#else
  if (steps > 20) printf("many\n");
  steps = 3;
#endif
  for (int i = 0; i < steps; ++i) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
