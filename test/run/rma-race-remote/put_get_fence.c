// A put and a get of two origins in one epoch, Jacobi without its second fence.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 3 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=rma-race-remote findings.0.where=across-processes findings.0.mode=active findings.0.target=1
// RUN: %not66 %lockstep run --mpi openmpi -n 3 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=rma-race-remote findings.0.where=across-processes findings.0.mode=active findings.0.target=1
#include <mpi.h>

int main(int argc, char **argv) {
  _Alignas(16) int rank, memory[4] = {0}, value = 1, got = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, win);
  if (rank == 2) MPI_Get(&got, 1, MPI_INT, 1, 2, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 2) MPI_Get(&got, 1, MPI_INT, 1, 2, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}

// CHECK: put_get_fence.c:{{[0-9:]+}}: error: MPI_{{Put|Get}} {{.*}}: nothing orders the two [rma-race-remote]
