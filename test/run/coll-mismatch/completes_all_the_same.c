// The library may let both calls return (a reduce at its leaf and a bcast at its root do not wait): still an error.
// REQUIRES: mpich, openmpi
// RUN: %mpicc-mpich -g -O0 %s -o %t.mpich.exe
// RUN: %not66 %lockstep run -n 2 --timeout 60 --json %t.json %t.mpich.exe 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.confirmed=run-only
// RUN: %mpicc-openmpi -g -O0 %s -o %t.openmpi.exe
// RUN: %not66 %lockstep run -n 2 --timeout 60 --json %t.json %t.openmpi.exe 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.confirmed=run-only
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 1, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Reduce(&value, &sum, 1, MPI_INT, MPI_SUM, 1, MPI_COMM_WORLD);
  } else {
    MPI_Reduce(&value, &sum, 1, MPI_INT, MPI_SUM, 1, MPI_COMM_WORLD);
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}

// CHECK: error: {{.*}}MPI_Bcast{{.*}}MPI_Reduce{{.*}} [coll-mismatch]
