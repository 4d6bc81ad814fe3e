// The receives are posted before the sends: no buffer is needed.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=0
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=0
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0, received = 0;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Irecv(&received, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
  MPI_Send(&value, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}

// CHECK-NOT: {{error|warning|note}}:
// CHECK: lockstep: no errors; 2 ranks
