// An error handler that throws leaves the call for good: the rank is not inside it any more, however long it computes.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep run --mpi openmpi -n 2 %s 2>&1 | FileCheck %s
// CHECK-COUNT-2: caught
// CHECK: error: dest of MPI_Send (argument 4) is 99
// CHECK: lockstep: 1 error in 2 ranks; {{[0-9]+}} MPI calls seen{{$}}
#include <mpi.h>

#include <chrono>
#include <cstdio>
#include <thread>

static void raise(MPI_Comm *, int *code, ...) { throw *code; }

int main(int argc, char **argv) {
  int value = 0;
  MPI_Errhandler handler;
  MPI_Init(&argc, &argv);
  MPI_Comm_create_errhandler(raise, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  try {
    MPI_Send(&value, 1, MPI_INT, 99, 0, MPI_COMM_WORLD);
  } catch (int) {
    std::puts("caught");
  }
  // Longer than the supervisor lets a stuck job be silent (kSilence in src/cli/live/Supervisor.cpp).
  std::this_thread::sleep_for(std::chrono::seconds(2));
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Errhandler_free(&handler);
  MPI_Finalize();
}
