// A master receives the answers of its workers in any order, and checks their source: as intended. Several receives at
// once, those whose requests are completed in order, and a probe before the receive are no different.
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DNONBLOCKING 2>&1 | FileCheck %s
// RUN: %check %s -- -DIN_TURN 2>&1 | FileCheck %s
// RUN: %check %s -- -DPROBE 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, values[8] = {0};
  MPI_Status statuses[8];
  MPI_Request requests[8];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size > 8) MPI_Abort(MPI_COMM_WORLD, 1);
  if (rank > 0) MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  for (int i = 0; rank == 0 && i < size - 1; ++i) {
#if defined NONBLOCKING || defined IN_TURN
    MPI_Irecv(&values[i], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &requests[i]);
#elif defined PROBE
    MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &statuses[i]);
    MPI_Recv(&values[i], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &statuses[i]);
#else
    MPI_Recv(&values[i], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &statuses[i]);
#endif
  }
#ifdef NONBLOCKING
  if (rank == 0) MPI_Waitall(size - 1, requests, statuses);
#elif defined IN_TURN
  for (int i = 0; rank == 0 && i < size - 1; ++i) MPI_Wait(&requests[i], &statuses[i]);
#endif
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
