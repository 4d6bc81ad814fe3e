// Rank 2 leaves out one of two reductions with different operations, in a loop. Some libraries get through the first
// iterations, none through all: the job is ended, and the finding names the missing call.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 3 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-mismatch
// RUN: %not66 %lockstep run --mpi openmpi -n 3 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-mismatch
#include <mpi.h>

static void sum(double *all, const double *mine) {
  // CHECK: left_out.c:[[@LINE+1]]:3: error: rank 2 leaves out a collective on MPI_COMM_WORLD: ranks 0-1 call MPI_Allreduce, rank 2 goes on with MPI_Allreduce [coll-mismatch]
  MPI_Allreduce(mine, all, 32, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
  int rank;
  double mine[32] = {0}, all[32];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  void (*reduce)(double *, const double *) = argc > 5 || rank != 2 ? sum : 0;
  for (int round = 0; round < 4; round++) {
    if (reduce) reduce(all, mine);
    // CHECK: left_out.c:[[@LINE+1]]:5: note: goes on with MPI_Allreduce{{.*}} on rank 2
    MPI_Allreduce(mine, all, 32, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
