// Shared locks do not exclude: the first iteration is a race. Exclusive locks do: the second is at most a note.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 3 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=2 findings.0.rule=rma-race-remote findings.0.severity=error findings.1.severity=note
// RUN: %not66 %lockstep run --mpi openmpi -n 3 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=2 findings.0.rule=rma-race-remote findings.0.severity=error findings.1.severity=note
#include <mpi.h>

static void round_of(int rank, int type, int place, MPI_Win win) {
  int value = rank, got = 0;
  if (rank == 1) return;
  MPI_Win_lock(type, 1, 0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, place, 1, MPI_INT, win);
  else
    MPI_Get(&got, 1, MPI_INT, 1, place, 1, MPI_INT, win);
  MPI_Win_unlock(1, win);
}

int main(int argc, char **argv) {
  _Alignas(16) int rank, memory[4] = {0};
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  round_of(rank, MPI_LOCK_SHARED, 0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  round_of(rank, MPI_LOCK_EXCLUSIVE, 0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}

// CHECK: locks.c:{{[0-9:]+}}: error: MPI_{{Put|Get}} {{.*}}: nothing orders the two [rma-race-remote]
