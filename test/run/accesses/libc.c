// What the C library reads and writes for the program, at the program's place: strings, input and output, copies.
// REQUIRES: mpich
// RUN: rm -rf %t.trace
// RUN: gcc -O1 -g -fno-builtin %mpich-include -c %s -o %t.o
// RUN: %mpicc-mpich %t.o -Wl,-u,lockstepLoad @%build/lib/lockstep/wrap-libc.opts @%build/lib/lockstep/wrap-memory.opts %hooks -o %t.m
// RUN: mpiexec.mpich -n 1 %t.m
// RUN: %lockstep run -q -n 1 --trace %t.trace %t.m
// RUN: %records %t.trace access MPI_Barrier | FileCheck %s
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static _Alignas(16) char memory[4096], outside[100] = "outside";

static void next(void) { MPI_Barrier(MPI_COMM_WORLD); }

int main(int argc, char **argv) {
  MPI_Win window;
  int ends[2], sum = 0;
  MPI_Init(&argc, &argv);
  strcpy(memory, "hello");
  MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  next();
  sum += (int)strlen(memory) + (int)strlen(outside);
  next();
  strcpy(memory + 100, outside);
  next();
  sum += strcmp(memory, "help") + strncmp(memory, "hello", 2);
  next();
  memcpy(memory + 200, outside, 10);
  memset(memory + 300, 1, 20);
  next();
  if (pipe(ends) != 0) return 1;
  if (write(ends[1], memory, 5) != 5) return 2;
  if (read(ends[0], memory + 400, 50) != 5) return 3;
  next();
  MPI_Win_free(&window);
  MPI_Finalize();
  return sum > 0 && strcmp(memory + 100, "outside") == 0 && memcmp(memory + 400, "hello", 5) == 0 ? 0 : 4;
}

// CHECK-NOT: access
// CHECK: rank 0: MPI_Barrier ->
// CHECK-NEXT: rank 0: access site={{[0-9]+}} load 6 bytes at window 0 + 0
// CHECK-NEXT: rank 0: MPI_Barrier
// CHECK-NEXT: rank 0: MPI_Barrier ->
// CHECK-NEXT: rank 0: access site={{[0-9]+}} store 8 bytes at window 0 + 100
// CHECK-NEXT: rank 0: MPI_Barrier
// CHECK-NEXT: rank 0: MPI_Barrier ->
// CHECK-DAG: rank 0: access site={{[0-9]+}} load 4 bytes at window 0 + 0
// CHECK-DAG: rank 0: access site={{[0-9]+}} load 2 bytes at window 0 + 0
// CHECK: rank 0: MPI_Barrier
// CHECK-NEXT: rank 0: MPI_Barrier ->
// CHECK-DAG: rank 0: access site={{[0-9]+}} store 10 bytes at window 0 + 200
// CHECK-DAG: rank 0: access site={{[0-9]+}} store 20 bytes at window 0 + 300
// CHECK: rank 0: MPI_Barrier
// CHECK-NEXT: rank 0: MPI_Barrier ->
// CHECK-DAG: rank 0: access site={{[0-9]+}} load 5 bytes at window 0 + 0
// CHECK-DAG: rank 0: access site={{[0-9]+}} store 5 bytes at window 0 + 400
// CHECK: rank 0: MPI_Barrier
