// What a rank had touched when a signal ended it is recorded.
// REQUIRES: mpich
// RUN: rm -rf %t.trace
// RUN: %mpicc-mpich -g %s %hooks -o %t.m
// RUN: %not66 %lockstep run -q -n 1 --trace %t.trace %t.m
// RUN: %records %t.trace access | FileCheck %s
#include <mpi.h>
#include <signal.h>

#include "Inputs/hooks.h"

static _Alignas(16) int memory[100];

int main(int argc, char **argv) {
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  lockstepStore(&memory[7], 4);
  raise(SIGSEGV);
  return 0;
}

// CHECK: rank 0: access site={{[0-9]+}} store 4 bytes at window 0 + 28
