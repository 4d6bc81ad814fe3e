// A process that ends by _exit after MPI_Finalize has an exit status, and one that does so before is reported with it.
// REQUIRES: mpich, openmpi
// RUN: %mpicc-mpich -g -O0 %s -o %t.mpich
// RUN: %mpicc-openmpi -g -O0 %s -o %t.openmpi
// RUN: %exits 3 %lockstep run -n 2 --timeout 60 --json %t.json %t.mpich after
// RUN: %json-has %t.json findings.#=0 outcome.status=exited outcome.code=3
// RUN: %exits 3 %lockstep run -n 2 --timeout 60 --json %t.json %t.openmpi after
// RUN: %json-has %t.json findings.#=0 outcome.status=exited outcome.code=3
// RUN: %not66 %lockstep run -n 2 --timeout 60 %t.mpich before 2>&1 | FileCheck %s
// RUN: %not66 %lockstep run -n 2 --timeout 60 %t.openmpi before 2>&1 | FileCheck %s
// CHECK: error: rank 1 ends with status 3 without calling MPI_Finalize{{.*}} [lifecycle]
// CHECK-NOT: error:
#include <mpi.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1 && strcmp(argv[1], "before") == 0) _exit(3);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  _exit(rank == 1 ? 3 : 0);
}
