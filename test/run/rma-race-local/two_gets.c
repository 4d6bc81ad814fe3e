// Two gets into one variable; after a local flush the next one may.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=rma-race-local findings.0.where=within-epoch findings.0.bytes.0=0 findings.0.bytes.1=4
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=rma-race-local findings.0.where=within-epoch findings.0.bytes.0=0 findings.0.bytes.1=4
#include <mpi.h>

int main(int argc, char **argv) {
  _Alignas(16) int rank, memory[4] = {0}, got = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Get(&got, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    MPI_Win_flush_local(1, win);
    MPI_Get(&got, 1, MPI_INT, 1, 2, 1, MPI_INT, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}

// CHECK: two_gets.c:[[@LINE-10]]:{{[0-9]+}}: error: MPI_Get writes to a buffer that a pending MPI_Get also writes to [rma-race-local]
// CHECK: help: call MPI_Win_flush_local(1, win) after MPI_Get at line {{[0-9]+}}, before MPI_Get at line {{[0-9]+}}
