// Atomic accesses to a window are recorded with their values, after all earlier accesses of the thread; loads that read
// the same value again are folded. In a multithreaded process acquires and releases order the threads.
// REQUIRES: mpich
// RUN: rm -rf %t.trace
// RUN: %mpicc-mpich -g %s %hooks -o %t.m
// RUN: %lockstep run -q -n 1 --trace %t.trace %t.m
// RUN: %records %t.trace access value MPI_Barrier | FileCheck %s
// RUN: %records %t.trace order MPI_Barrier | FileCheck --check-prefix=ORDER %s
#include <mpi.h>
#include <pthread.h>

#include "Inputs/hooks.h"

static _Alignas(16) int memory[100], elsewhere;
enum { kRelaxed = 0, kAcquire = 2, kRelease = 3, kAll = 5 };

static void next(void) { MPI_Barrier(MPI_COMM_WORLD); }

static void *run(void *unused) {
  lockstepAtomicLoad(&elsewhere, 4, kAcquire, 1);
  return unused;
}

int main(int argc, char **argv) {
  MPI_Win window;
  pthread_t thread;
  MPI_Init(&argc, &argv);
  lockstepAtomicStore(memory, 4, kRelease, 5);  // nothing is watched yet
  MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  next();
  lockstepStore(&memory[1], 4);
  lockstepAtomicStore(&memory[2], 4, kRelaxed, 7);
  lockstepLoad(&memory[3], 4);
  next();
  for (int i = 0; i < 1000; ++i) lockstepAtomicLoad(&memory[2], 4, kAcquire, i < 900 ? 0 : 1);
  lockstepAtomicUpdate(&memory[2], 4, kRelaxed, 1, 2);
  lockstepAtomicStore(&elsewhere, 4, kRelaxed, 1);
  next();
  for (int round = 0; round < 2; ++round) {
    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, NULL);
    lockstepAtomicStore(&elsewhere, 4, kRelease, 1);
  }
  next();
  lockstepAtomicStore(&elsewhere, 4, kRelaxed, 1);
  next();
  lockstepFence(kAll);
  lockstepAtomicStore(&elsewhere, 4, kRelaxed, 1);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}

// CHECK-NOT: access
// CHECK: rank 0: MPI_Barrier ->
// CHECK-NEXT: rank 0: access site={{[0-9]+}} store 4 bytes at window 0 + 4
// CHECK-NEXT: rank 0: access site={{[0-9]+}} atomic store 4 bytes at window 0 + 8
// CHECK-NEXT: rank 0: value stored 4 bytes: 7
// CHECK-NEXT: rank 0: access site={{[0-9]+}} load 4 bytes at window 0 + 12
// CHECK-NEXT: rank 0: MPI_Barrier
// CHECK-NEXT: rank 0: MPI_Barrier ->
// CHECK-NEXT: rank 0: access site=[[LOAD:[0-9]+]] atomic load 4 bytes at window 0 + 8
// CHECK-NEXT: rank 0: value loaded 4 bytes: 0
// CHECK-NEXT: rank 0: access site=[[LOAD]] atomic load 4 bytes at window 0 + 8
// CHECK-NEXT: rank 0: value loaded 4 bytes: 1
// CHECK-NEXT: rank 0: access site={{[0-9]+}} atomic update 4 bytes at window 0 + 8
// CHECK-NEXT: rank 0: value stored 4 bytes: 2
// CHECK-NEXT: rank 0: value loaded 4 bytes: 1
// CHECK-NEXT: rank 0: MPI_Barrier
// ORDER: rank 0: MPI_Barrier ->
// ORDER: rank 0: MPI_Barrier ->
// ORDER: rank 0: MPI_Barrier ->
// ORDER: rank 0: thread 1 acquires [[OBJECT:[0-9]+]]
// ORDER: rank 0: thread 0 releases [[OBJECT]]
// ORDER: rank 0: thread 2 acquires [[OBJECT]]
// ORDER: rank 0: MPI_Barrier
// ORDER-NEXT: rank 0: MPI_Barrier ->
// ORDER-NEXT: rank 0: MPI_Barrier
// ORDER-NEXT: rank 0: MPI_Barrier ->
// ORDER: rank 0: thread 0 releases [[OBJECT]]
