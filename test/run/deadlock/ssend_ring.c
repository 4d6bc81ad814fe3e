// Three ranks in a ring, each of which sends synchronously before it receives.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 3 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=deadlock findings.0.severity=error outcome.status=deadlock
// RUN: %not66 %lockstep run --mpi openmpi -n 3 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=deadlock findings.0.severity=error outcome.status=deadlock
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Ssend(&value, 1, MPI_INT, (rank + 1) % 3, 0, MPI_COMM_WORLD);
  MPI_Recv(&value, 1, MPI_INT, (rank + 2) % 3, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}

// CHECK: ssend_ring.c:[[@LINE-6]]:{{[0-9]+}}: error: ranks 0-2 are deadlocked: rank 0 waits in MPI_Ssend for rank 1, rank 1 waits in MPI_Ssend for rank 2, rank 2 waits in MPI_Ssend for rank 0 [deadlock]
