// The library ends the job: the finding is there all the same.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=p2p-truncation
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=p2p-truncation
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int values[8] = {0};
  if (rank == 0)
    MPI_Ssend(values, 8, MPI_INT, 1, 0, MPI_COMM_WORLD);
  else
    MPI_Recv(values, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}

// CHECK: ends_the_job.c:{{[0-9]+}}:{{[0-9]+}}: error: rank 0 sends 8 x MPI_INT (32 bytes) to rank 1, which has room for 4 x MPI_INT (16 bytes) [p2p-truncation]
