// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

struct Channel {
  // CHECK: destructor.cpp:[[@LINE+1]]:{{.*}}warning: the persistent request of MPI_Recv_init is never freed [request-leak]
  Channel() { MPI_Recv_init(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &request); }
  ~Channel() {}
  void run() {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  int value = 0;
  MPI_Request request;
};

int main(int argc, char **argv) {
  int rank, size;

  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  {
    Channel channel;
    channel.run();
  }
  MPI_Finalize();
  return 0;
}
