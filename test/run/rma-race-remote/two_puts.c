// Two puts of one origin to one place with no flush between them; the second pair has one. The help names the target as
// the source does, not by its number.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=rma-race-remote findings.0.where=within-epoch findings.0.mode=passive findings.0.target=1 findings.0.bytes.0=4 findings.0.bytes.1=8
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=rma-race-remote findings.0.where=within-epoch findings.0.mode=passive findings.0.target=1 findings.0.bytes.0=4 findings.0.bytes.1=8
#include <mpi.h>

int main(int argc, char **argv) {
  _Alignas(16) int rank, memory[4] = {0}, values[2] = {1, 2}, owner = argc;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&values[0], 1, MPI_INT, /* of the counter */ owner, 1, 1, MPI_INT, win);
    MPI_Put(&values[1], 1, MPI_INT, owner, 1, 1, MPI_INT, win);
    MPI_Put(&values[0], 1, MPI_INT, 1, 2, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    MPI_Put(&values[1], 1, MPI_INT, 1, 2, 1, MPI_INT, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}

// CHECK: two_puts.c:[[@LINE-11]]:{{[0-9]+}}: error: MPI_Put writes to memory of rank 1 that another MPI_Put still writes to: nothing has completed the earlier operation [rma-race-remote]
// CHECK: two_puts.c:[[@LINE-13]]:{{[0-9]+}}: note: writes to the memory on rank 0
// CHECK: two_puts.c:[[@LINE-17]]:{{[0-9]+}}: note: the window is created here{{$}}
// CHECK: help: call MPI_Win_flush(owner, win) after MPI_Put at line {{[0-9]+}}, before MPI_Put at line {{[0-9]+}}
