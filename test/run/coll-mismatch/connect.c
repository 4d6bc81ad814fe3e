// Ranks that accept and ranks that connect: the intercommunicator between them, and the one merged from it, are the
// same on both sides, for collectives and for messages.
// REQUIRES: openmpi
// RUN: %lockstep run --mpi openmpi -n 3 --timeout 60 %s 2>&1 | FileCheck %s
// CHECK: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, one = 1, all = 0;
  char port[MPI_MAX_PORT_NAME];
  MPI_Comm side, between, merged;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank == 2, rank, &side);
  if (rank == 2) {
    MPI_Recv(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Comm_connect(port, MPI_INFO_NULL, 0, side, &between);
  } else {
    if (rank == 0) {
      MPI_Open_port(MPI_INFO_NULL, port);
      MPI_Send(port, MPI_MAX_PORT_NAME, MPI_CHAR, 2, 0, MPI_COMM_WORLD);
    }
    MPI_Comm_accept(port, MPI_INFO_NULL, 0, side, &between);
  }
  MPI_Barrier(between);
  if (rank == 0) MPI_Send(&one, 1, MPI_INT, 0, 5, between);
  if (rank == 2) MPI_Recv(&all, 1, MPI_INT, 0, 5, between, MPI_STATUS_IGNORE);
  MPI_Intercomm_merge(between, rank == 2, &merged);
  MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, merged);
  MPI_Comm_free(&merged);
  MPI_Comm_disconnect(&between);
  MPI_Comm_free(&side);
  MPI_Finalize();
  return all == 3 ? 0 : 1;
}
