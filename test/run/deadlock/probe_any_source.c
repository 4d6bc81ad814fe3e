// A probe for any message, while all who could send wait for an answer.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 3 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=deadlock findings.0.severity=error outcome.status=deadlock
// RUN: %not66 %lockstep run --mpi openmpi -n 3 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=deadlock findings.0.severity=error outcome.status=deadlock
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0;
  MPI_Status status;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    for (int i = 0; i < 2; ++i) {
      MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
      MPI_Send(&value, 1, MPI_INT, status.MPI_SOURCE, 0, MPI_COMM_WORLD);
      MPI_Recv(&value, 1, MPI_INT, status.MPI_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}

// CHECK: probe_any_source.c:[[@LINE-12]]:{{[0-9]+}}: error: ranks 0-2 are deadlocked: rank 0 waits in MPI_Probe for ranks 1-2, rank 1 waits in MPI_Recv for rank 0, rank 2 waits in MPI_Recv for rank 0 [deadlock]
// CHECK: probe_any_source.c:[[@LINE-8]]:{{[0-9]+}}: note: 
