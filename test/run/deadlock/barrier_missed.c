// Rank 1 misses the barrier and waits for rank 0 instead: the static and the run's finding are one.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-mismatch findings.0.confirmed=both outcome.status=deadlock
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-mismatch findings.0.confirmed=both outcome.status=deadlock
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}

// CHECK: barrier_missed.c:[[@LINE-8]]:5: error: MPI_Barrier is not called by all ranks of the communicator: ranks 0-1 are deadlocked: rank 0 waits in MPI_Barrier for rank 1, rank 1 waits in MPI_Recv for rank 0 [coll-mismatch]
// CHECK: 1 error in 2 ranks
