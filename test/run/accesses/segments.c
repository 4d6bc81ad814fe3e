// Accesses to a window become records at the next call: the first one by each site and kind, adjacent ones merged into
// runs, exact to the byte; memory next to the window is not recorded. Without the recorder the hooks do nothing.
// REQUIRES: mpich, openmpi
// RUN: rm -rf %t.mpich %t.openmpi
// RUN: %mpicc-mpich -g %s %hooks -o %t.m && mpiexec.mpich -n 2 %t.m
// RUN: %lockstep run -q -n 2 --trace %t.mpich %t.m
// RUN: %records %t.mpich access MPI_Barrier MPI_Win_create MPI_Win_free | FileCheck %s
// RUN: %mpicc-openmpi -g %s %hooks -o %t.o
// RUN: %lockstep run -q -n 2 --trace %t.openmpi %t.o
// RUN: %records %t.openmpi access MPI_Barrier MPI_Win_create MPI_Win_free | FileCheck %s
#include <mpi.h>

#include "Inputs/hooks.h"

static char *memory;

static void next(void) { MPI_Barrier(MPI_COMM_WORLD); }

int main(int argc, char **argv) {
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Alloc_mem(100000, MPI_INFO_NULL, &memory);
  for (int i = 0; i < 100; ++i) lockstepStore(memory + i, 1);  // not watched yet
  MPI_Win_create(memory + 16, 65536, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);

  lockstepStore(memory + 16, 4);
  lockstepStore(memory + 12, 4);  // just before it
  lockstepLoad(memory + 12, 8);   // half of it
  lockstepLoad(memory + 65536 + 15, 1);
  lockstepLoad(memory + 65536 + 16, 1);  // just behind it
  next();
  for (int round = 0; round < 3; ++round)
    for (int i = 0; i < 5000; ++i) lockstepLoad(memory + 16 + 8 * i, 8);
  next();
  for (int i = 999; i >= 0; --i) lockstepStore(memory + 17 + 24 * i, 4);
  next();
  for (int i = 0; i < 2; ++i) lockstepStore(memory + 116 + i, 3);
  for (int i = 0; i < 2; ++i) lockstepPoll(memory + 16, 2);
  next();
  for (int row = 0; row < 3; ++row) {
    lockstepLoads(memory + 16 + 400 * row, 8, 8, 40);
    lockstepStores(memory + 16 + 400 * row + 312, 8, -16, 20);
  }
  for (int row = 0; row < 3; ++row) lockstepLoads(memory + 16 + 800, 8, 8, 40);
  for (int row = 0; row < 3; ++row) lockstepLoads(memory + 16 + 320 * row, 8, 8, 40);
  lockstepStores(memory + 70000, 8, 8, 40);
  next();
  for (int round = 0; round < 2; ++round) lockstepLoadRows(memory + 16, 8, 8, 40, 400, 3);
  lockstepStoreRows(memory + 16 + 4000, 4, 16, 5, -4, 3);       // the rows fill each other's gaps but for one word
  lockstepStoreRows(memory + 16 + 8000, 4, 16, 5, 1000, 3);     // they do not
  for (int row = 2; row >= 0; --row) lockstepStores(memory + 16 + 20000 + 400 * row, 8, 8, 40);
  next();
  lockstepStore(memory + 16, 1);
  MPI_Win_free(&window);
  lockstepStore(memory + 16, 1);
  MPI_Free_mem(memory);
  MPI_Finalize();
  return 0;
}

// CHECK-NOT: rank 0: access
// CHECK: rank 0: MPI_Win_create ->
// CHECK-DAG: rank 0: access site={{[0-9]+}} store 4 bytes at window 0 + 0{{$}}
// CHECK-DAG: rank 0: access site={{[0-9]+}} load 8 bytes at *{{$}}
// CHECK-DAG: rank 0: access site={{[0-9]+}} load 1 bytes at window 0 + 65535{{$}}
// CHECK-NOT: rank 0: access
// CHECK: rank 0: MPI_Barrier
// CHECK: rank 0: access site={{[0-9]+}} load 8 bytes at window 0 + 0, 5000 times by 8
// CHECK-NOT: rank 0: access
// CHECK: rank 0: MPI_Barrier
// CHECK: rank 0: access site={{[0-9]+}} store 4 bytes at window 0 + 1, 1000 times by 24
// CHECK-NOT: rank 0: access
// CHECK: rank 0: MPI_Barrier
// CHECK-DAG: rank 0: access site={{[0-9]+}} store 4 bytes at window 0 + 100{{$}}
// CHECK-DAG: rank 0: access site={{[0-9]+}} poll 2 bytes at window 0 + 0{{$}}
// CHECK-NOT: rank 0: access
// CHECK: rank 0: MPI_Barrier
// CHECK-DAG: rank 0: access site={{[0-9]+}} load 320 bytes at window 0 + 0, 3 times by 400
// CHECK-DAG: rank 0: access site=[[STORE:[0-9]+]] store 8 bytes at window 0 + 8, 20 times by 16
// CHECK-DAG: rank 0: access site=[[STORE]] store 8 bytes at window 0 + 408, 20 times by 16
// CHECK-DAG: rank 0: access site=[[STORE]] store 8 bytes at window 0 + 808, 20 times by 16
// CHECK-DAG: rank 0: access site={{[0-9]+}} load 320 bytes at window 0 + 800{{$}}
// CHECK-DAG: rank 0: access site={{[0-9]+}} load 960 bytes at window 0 + 0{{$}}
// CHECK-NOT: rank 0: access
// CHECK: rank 0: MPI_Barrier
// CHECK-DAG: rank 0: access site={{[0-9]+}} load 320 bytes at window 0 + 0, 3 times by 400
// CHECK-DAG: rank 0: access site={{[0-9]+}} store 12 bytes at window 0 + 3992, 5 times by 16
// CHECK-DAG: rank 0: access site=[[ROWS:[0-9]+]] store 4 bytes at window 0 + 8000, 5 times by 16
// CHECK-DAG: rank 0: access site=[[ROWS]] store 4 bytes at window 0 + 9000, 5 times by 16
// CHECK-DAG: rank 0: access site=[[ROWS]] store 4 bytes at window 0 + 10000, 5 times by 16
// CHECK-DAG: rank 0: access site={{[0-9]+}} store 320 bytes at window 0 + 20000, 3 times by 400
// CHECK-NOT: rank 0: access
// CHECK: rank 0: MPI_Barrier
// CHECK: rank 0: access site={{[0-9]+}} store 1 bytes at window 0 + 0
// CHECK-NEXT: rank 0: MPI_Win_free win=0
// CHECK-NOT: rank 0: access
