// Two calls on one line are two places.
// REQUIRES: mpich
// RUN: %not66 %lockstep run -n 2 --mpi mpich --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.sites.0.column=18 findings.0.sites.1.column=59
// CHECK: one-line.c:[[@LINE+11]]:18: error: {{.*}} [coll-root-mismatch]
// CHECK: on rank 0
// CHECK: one-line.c:[[@LINE+9]]:59: note: {{.*}} on rank 1
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, v = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const MPI_Comm c = MPI_COMM_WORLD;
  // clang-format off
  if (rank == 0) MPI_Bcast(&v, 1, MPI_INT, 0, c);    else MPI_Bcast(&v, 1, MPI_INT, 1, c);
  // clang-format on
  MPI_Finalize();
  return 0;
}
