// A status keeps its previous content if a call does not set it. A probe does not set the cancel flag: a matched probe
// takes its message, and a message that is never received is found.
// REQUIRES: mpich, openmpi
// RUN: %mpicc-mpich -g -O0 %s -o %t.mpich
// RUN: %mpicc-openmpi -g -O0 %s -o %t.openmpi
// RUN: %lockstep run -n 2 --timeout 60 %t.mpich 2>&1 | FileCheck %s
// RUN: %lockstep run -n 2 --timeout 60 %t.openmpi 2>&1 | FileCheck %s
// RUN: %not66 %lockstep run -n 2 --timeout 60 %t.mpich left 2>&1 | FileCheck %s --check-prefix=LEFT
// RUN: %not66 %lockstep run -n 2 --timeout 60 %t.openmpi left 2>&1 | FileCheck %s --check-prefix=LEFT
// CHECK-NOT: error:
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv) {
  int rank, flag = 0, values[4] = {0};
  MPI_Message message;
  MPI_Status status;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  memset(&status, 0xff, sizeof status);
  if (rank == 0) {
    MPI_Send(values, 4, MPI_INT, 1, 6, MPI_COMM_WORLD);
    MPI_Send(values, 2, MPI_INT, 1, 6, MPI_COMM_WORLD);
    MPI_Send(values, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
    // LEFT: status_garbage.c:[[@LINE+1]]:{{[0-9]+}}: error: {{.*}} [p2p-unmatched]
    if (argc > 1) MPI_Send(values, 1, MPI_INT, 1, 8, MPI_COMM_WORLD);
  } else {
    MPI_Mprobe(0, 6, MPI_COMM_WORLD, &message, &status);
    memset(&status, 0xff, sizeof status);
    MPI_Recv(values, 2, MPI_INT, 0, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Mrecv(values, 4, MPI_INT, &message, MPI_STATUS_IGNORE);
    while (!flag) MPI_Iprobe(0, 7, MPI_COMM_WORLD, &flag, &status);
    MPI_Recv(values, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
