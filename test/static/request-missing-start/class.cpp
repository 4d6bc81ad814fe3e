// A class waits for its persistent receive, which is never started.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

struct Channel {
  // CHECK: class.cpp:[[@LINE+1]]:{{.*}}warning: the persistent operation of MPI_Recv_init is waited for but never started [request-missing-start]
  Channel() { MPI_Recv_init(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &request); }
  void wait() {
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
  }
  int value = 0;
  MPI_Request request;
};

int main(int argc, char **argv) {

  MPI_Init(&argc, &argv);
  Channel channel;
  channel.wait();
  MPI_Finalize();
  return 0;
}
