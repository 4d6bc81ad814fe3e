// A class creates a persistent request that its destructor should free.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

struct Channel {
  // CHECK: destructor.cpp:[[@LINE+1]]:{{.*}}warning: the persistent request of MPI_Recv_init is never freed [request-leak]
  Channel() { MPI_Recv_init(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &request); }
#ifdef OK
  ~Channel() { MPI_Request_free(&request); }
#else
  ~Channel() {}
#endif
  void exchange(int next) {
    MPI_Start(&request);
    MPI_Send(&next, 1, MPI_INT, next, 0, MPI_COMM_WORLD);
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
    channel.exchange((rank + 1) % size);
  }
  MPI_Finalize();
  return 0;
}
