// Of many ranks two wait for each other and the others in a barrier for them: one finding, that names the pair. Fewer
// ranks of MPICH, which wait by spinning.
// REQUIRES: mpich, openmpi
// RUN: %mpicc-mpich -g -O0 %s -o %t.mpich.exe
// RUN: %not66 %lockstep run -n 16 --timeout 120 --json %t.json %t.mpich.exe 2>&1 | FileCheck -DLAST=15 -DSIZE=16 %s
// RUN: %json-has %t.json ranks=16 outcome.status=deadlock findings.#=1 findings.0.rule=deadlock
// RUN: %mpicc-openmpi -g -O0 %s -o %t.openmpi.exe
// RUN: %not66 %lockstep run -n 64 --timeout 120 --json %t.json %t.openmpi.exe 2>&1 | FileCheck -DLAST=63 -DSIZE=64 %s
// RUN: %json-has %t.json ranks=64 outcome.status=deadlock findings.#=1 findings.0.rule=deadlock
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // CHECK: pair_and_barrier.c:[[@LINE+1]]:{{.*}} error: ranks 0-1 are deadlocked: rank 0 waits in MPI_Recv for rank 1, rank 1 waits in MPI_Recv for rank 0; ranks 2-[[LAST]] wait for them [deadlock]
  if (rank < 2) MPI_Recv(&value, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank < 2) MPI_Send(&value, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}

// CHECK-NOT: {{error|warning}}:
// CHECK: lockstep: 1 error in [[SIZE]] ranks
