// A window is never freed, which the finalization of one of the libraries does not survive.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  static _Alignas(16) int memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Finalize();
  return 0;
}

// CHECK: lost.c:[[@LINE-5]]:{{[0-9]+}}: warning: the window that MPI_Win_create makes here is never freed [leak-window]
