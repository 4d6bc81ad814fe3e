// A rank that spins on a window and never makes another call: its loads are recorded while it spins, because the reader
// requests it.
// REQUIRES: mpich
// RUN: rm -rf %t.trace
// RUN: %mpicc-mpich -g %s %hooks -o %t.m
// RUN: %not66 %lockstep run -q -n 2 --trace %t.trace %t.m
// RUN: %records %t.trace access | FileCheck %s
#include <mpi.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "Inputs/hooks.h"

static _Alignas(16) volatile int memory[100];

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
  int rank;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create((void *)memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  if (rank == 0) {
    // Long enough for the reader to ask, then gone without a trace.
    for (const double end = now() + 3; now() < end;) lockstepPoll((void *)&memory[3], 4);
    kill(getpid(), SIGKILL);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  return 0;
}

// CHECK: rank 0: access site={{[0-9]+}} poll 4 bytes at window 0 + 12
