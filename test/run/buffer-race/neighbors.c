// Neighbors that do not exist leave their part of the buffer alone; a nonblocking reduction works in place.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60  %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60  %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, periodic = 0, out[2] = {1, 2}, in[2] = {0, 0}, total = 1;
  MPI_Comm line;
  MPI_Request request, sum;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &line);
  MPI_Comm_rank(line, &rank);
  MPI_Ineighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, line, &request);
  MPI_Iallreduce(MPI_IN_PLACE, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &sum);
  if (rank == 0) MPI_Recv(&in[0], 1, MPI_INT, 1, 7, line, MPI_STATUS_IGNORE);
  if (rank == 1) MPI_Send(&out[0], 1, MPI_INT, 0, 7, line);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Wait(&sum, MPI_STATUS_IGNORE);
  MPI_Comm_free(&line);
  MPI_Finalize();
  return 0;
}

// CHECK: lockstep: no errors; 2 ranks
