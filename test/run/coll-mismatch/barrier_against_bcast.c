// Rank 0 is in MPI_Barrier while the others are in MPI_Bcast: found while they hang, and named with both lines.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 3 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-mismatch findings.0.severity=error
// RUN: %not66 %lockstep run --mpi openmpi -n 3 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-mismatch findings.0.severity=error
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    MPI_Barrier(MPI_COMM_WORLD);
  else
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}

// CHECK: barrier_against_bcast.c:[[@LINE-7]]:5: error: {{.*}}rank 0 calls MPI_Barrier, ranks 1-2 call MPI_Bcast [coll-mismatch]
// CHECK: barrier_against_bcast.c:[[@LINE-6]]:5: note: {{.*}}ranks 1-2
// CHECK: barrier_against_bcast.c:[[@LINE-10]]:{{[0-9]+}}: note: {{.*}}diverge here
