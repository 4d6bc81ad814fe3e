// The master receives from any rank with a status, so it can identify the sender: only a note remains, shown with
// -v.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -v -n 3 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=message-race findings.0.severity=note
// RUN: %lockstep run --mpi openmpi -v -n 3 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=message-race findings.0.severity=note
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0, values[3] = {0, 0, 0};
  MPI_Status status;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    for (int i = 0; i < 2; ++i) {
      MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
      values[status.MPI_SOURCE] = value;
    }
  } else {
    MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}

// CHECK: source_read.c:[[@LINE-10]]:{{[0-9]+}}: note: {{.*}} may match a message from rank {{.*}}: the order is nondeterministic [message-race]
