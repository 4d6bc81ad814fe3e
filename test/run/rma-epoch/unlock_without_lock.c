// A target is unlocked twice and was locked once.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=rma-epoch
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=rma-epoch
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  _Alignas(16) int memory = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 0) MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
  if (rank == 0) MPI_Win_unlock(1, win);
  if (rank == 0) MPI_Win_unlock(1, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}

// CHECK: unlock_without_lock.c:[[@LINE-6]]:{{[0-9]+}}: error: MPI_Win_unlock without MPI_Win_lock: rank 1 is not locked [rma-epoch]
