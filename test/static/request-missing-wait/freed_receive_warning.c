// The request of a receive is freed, so the program cannot know when the message has come.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int value = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Init(&argc, &argv);
  // CHECK: freed_receive_warning.c:[[@LINE+1]]:{{.*}}warning: the request of MPI_Irecv is freed before the operation is complete [request-missing-wait]
  MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &request);
  MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
