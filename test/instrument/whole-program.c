// In a whole program, memory that MPI cannot access is not instrumented; memory that it can access is, however it is
// reached: through structs, copies of them, function pointers, parallel regions, deep calls, parts of a pointer.
// RUN: for level in 0 2; do %clang -O$level -fopenmp %mpich-include -fpass-plugin=%instrument -fplugin=%instrument -mllvm -lockstep-whole-program -S -emit-llvm %s -o - | FileCheck %s || exit 1; done
// RUN: %clang -O2 -fopenmp %mpich-include -fpass-plugin=%instrument -fplugin=%instrument -S -emit-llvm %s -o - | FileCheck %s --check-prefix=PART
// REQUIRES: mpich
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Field { double *cells; int *index; };
static struct Field field, copied;
static double *direct, *own, *spare;
static int *table;
static double *(*chosen)(int);

// CHECK-LABEL: @own_memory(
// CHECK-NOT: @lockstepLoad
// PART-LABEL: @own_memory(
// PART: @lockstepLoad
__attribute__((noinline)) double own_memory(int i) { return own[table[i]]; }
// CHECK-LABEL: @window_memory(
// CHECK: @lockstepLoad
__attribute__((noinline)) double window_memory(int i) { return direct[table[i]]; }
// CHECK-LABEL: @of_struct(
// CHECK: @lockstepStore
__attribute__((noinline)) void of_struct(int i) { copied.cells[i] = 1; }
// CHECK-LABEL: @deep3(
// CHECK: @lockstepStore
__attribute__((noinline)) void deep3(double *p) { *p = 3; }
__attribute__((noinline)) void deep2(double *p, int n) { n ? deep2(p + 1, n - 1) : deep3(p); }
static double *first(int i) { return field.cells + i; }
static double *second(int i) { return spare + i; }
// CHECK-LABEL: @by_function(
// CHECK: @lockstepStore
__attribute__((noinline)) void by_function(int i) { *chosen(i) = 4; }
// CHECK-LABEL: @by_bytes(
// CHECK: @lockstepLoad
__attribute__((noinline)) double by_bytes(int i) {
  double *again;
  for (unsigned k = 0; k < sizeof again; ++k) ((volatile char *)&again)[k] = ((volatile char *)&direct)[k];
  return again[i];
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int n = atoi(argv[1]);
  table = malloc(n * sizeof *table);
  for (int i = 0; i < n; ++i) table[i] = n - i - 1;
  own = calloc(n, sizeof *own);
  spare = calloc(n, sizeof *spare);
  MPI_Win win;
  MPI_Win_allocate(n * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &direct, &win);
  field.cells = malloc(n * sizeof(double));
  memcpy(&copied, &field, sizeof field);
  MPI_Win other;
  MPI_Win_create(field.cells, n * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  chosen = argc > 2 ? first : second;
  double sum = own_memory(1) + window_memory(1) + by_bytes(1);
  of_struct(2);
  deep2(field.cells, argc);
  by_function(1);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double *shared = argc > 3 ? direct : copied.cells;
#pragma omp parallel for
  for (int i = 0; i < n; ++i) shared[table[i]] = i;
  printf("%d %g\n", rank, sum);
  MPI_Win_free(&win);
  MPI_Win_free(&other);
  MPI_Finalize();
}
// CHECK-LABEL: @main.omp_outlined(
// CHECK: @lockstepStore
