// One rank computes the sum, the other the maximum; the library does not notice.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-op-mismatch outcome.status=exited
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-op-mismatch outcome.status=exited
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 1, result;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Op op = rank == 0 ? MPI_SUM : MPI_MAX;
  MPI_Allreduce(&value, &result, 1, MPI_INT, op, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}

// CHECK: sum_against_max.c:[[@LINE-5]]:{{[0-9]+}}: error: {{.*}}MPI_SUM{{.*}}MPI_MAX{{.*}} [coll-op-mismatch]
