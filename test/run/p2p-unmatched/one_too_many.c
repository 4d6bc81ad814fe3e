// Rank 0 sends three messages and rank 1 receives only two of them.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=p2p-unmatched findings.0.severity=error outcome.status=exited
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=p2p-unmatched findings.0.severity=error outcome.status=exited
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json --cflags=-DOK %s 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %json-has %t.json findings.#=0
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json --cflags=-DOK %s 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %json-has %t.json findings.#=0
// OK-NOT: {{error|warning|note}}:
// OK: lockstep: no errors; 2 ranks
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0;
#ifdef OK
  const int received = 3;
#else
  const int received = 2;
#endif
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    // CHECK: one_too_many.c:[[@LINE+1]]:{{[0-9]+}}: error: the message that MPI_Send sends to rank 1 with tag 7 on MPI_COMM_WORLD is never received [p2p-unmatched]
    for (int i = 0; i < 3; ++i) MPI_Send(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
  } else {
    for (int i = 0; i < received; ++i) MPI_Recv(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
