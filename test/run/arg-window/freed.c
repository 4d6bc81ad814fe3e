// The window is freed, which sets its handle to null.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=arg-window
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=arg-window
#include <mpi.h>

int main(int argc, char **argv) {
  _Alignas(16) int memory = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_free(&win);
  MPI_Win_fence(0, win);
  MPI_Finalize();
  return 0;
}

// CHECK: freed.c:[[@LINE-5]]:{{[0-9]+}}: error: win of MPI_Win_fence (argument 2) is MPI_WIN_NULL [arg-window]
