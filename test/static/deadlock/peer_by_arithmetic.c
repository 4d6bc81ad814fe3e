// The peer is calculated for an even number of ranks, and nothing refuses the odd ones: the others count.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  double own = 0, other;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int peer = rank ^ 1;
#ifdef OK
  if (rank < peer) MPI_Send(&own, 1, MPI_DOUBLE, peer, 2, MPI_COMM_WORLD);
#endif
  // CHECK: [[#@LINE+1]]:3: error: {{.*}}deadlock{{.*}} [deadlock]
  MPI_Recv(&other, 1, MPI_DOUBLE, peer, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#ifdef OK
  if (rank > peer)
#endif
    MPI_Send(&own, 1, MPI_DOUBLE, peer, 2, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
