// The variable is used again, but a copy of the first request is waited for.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=0
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=0
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, values[2] = {0, 0};
  MPI_Request request, requests[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    for (int i = 0; i < 2; ++i) {
      MPI_Isend(&values[i], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
      requests[i] = request;
    }
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  } else {
    for (int i = 0; i < 2; ++i) MPI_Recv(&values[i], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}

// CHECK-NOT: {{error|warning|note}}:
// CHECK: lockstep: no errors; 2 ranks
