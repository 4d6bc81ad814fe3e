// A communicator that is null reaches the call through a class.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

class Channel {
 public:
  explicit Channel(MPI_Comm comm) : comm_(comm) {}
  // CHECK: through_function.cpp:[[@LINE+1]]:{{.*}}error: comm of MPI_Barrier (argument 1) is MPI_COMM_NULL [arg-comm]
  void barrier() const { MPI_Barrier(comm_); }

 private:
  MPI_Comm comm_;
};

int main(int argc, char **argv) {
  Channel channel(MPI_COMM_NULL);
  MPI_Init(&argc, &argv);
  channel.barrier();
  MPI_Finalize();
  return 0;
}
