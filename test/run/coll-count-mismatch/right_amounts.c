// Parts per rank, in place, and arguments that do not count: all right.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 3 --timeout 60 %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi openmpi -n 3 --timeout 60 %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int sent[9] = {0}, received[9] = {0}, counts[3] = {1, 2, 3}, places[3] = {0, 1, 3}, same[3] = {1, 1, 1};
  MPI_Datatype types[3] = {MPI_INT, MPI_INT, MPI_INT};
  int bytes[3] = {0, 4, 12};
  MPI_Request request;
  MPI_Gatherv(sent, rank + 1, MPI_INT, received, counts, places, MPI_INT, 0, MPI_COMM_WORLD);
  if (rank == 1)
    MPI_Gatherv(MPI_IN_PLACE, 99, MPI_DATATYPE_NULL, received, counts, places, MPI_INT, 1, MPI_COMM_WORLD);
  else
    MPI_Gatherv(sent, rank + 1, MPI_INT, NULL, NULL, NULL, MPI_DATATYPE_NULL, 1, MPI_COMM_WORLD);
  if (rank == 2)
    MPI_Scatter(sent, 3, MPI_INT, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, 2, MPI_COMM_WORLD);
  else
    MPI_Scatter(NULL, 0, MPI_DATATYPE_NULL, received, 3, MPI_INT, 2, MPI_COMM_WORLD);
  MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, received, counts, places, MPI_INT, MPI_COMM_WORLD);
  MPI_Iallgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, received, 3, MPI_INT, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Alltoallw(sent, same, bytes, types, received, same, bytes, types, MPI_COMM_WORLD);
  MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, received, 3, MPI_INT, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, received, 9, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Reduce_scatter(sent, received, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Scan(sent, received, 4, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}

// CHECK-NOT: {{error|warning}}:
// CHECK: lockstep: no errors
