// A wait for a request that is null because the receive was a blocking one.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int value = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int sent = 0;
  MPI_Request sending;
  MPI_Isend(&sent, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &sending);
  MPI_Recv(&value, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // CHECK: p2p.c:[[@LINE+1]]:{{.*}}warning: MPI_Wait is given a null request: there is nothing to complete [request-unmatched-wait]
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Wait(&sending, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
