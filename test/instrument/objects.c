// What is reported about objects: variables passed to MPI calls and to functions that pass them on, the sizes of heap
// blocks and global variables, and the types from debug information. Other calls are unaffected.
// REQUIRES: mpich
// RUN: %clang %mpich-include -g -O0 -fpass-plugin=%instrument -S -emit-llvm %s -o - | FileCheck --check-prefixes=ALL,PLAIN %s
// RUN: %clang %mpich-include -g -O2 -fpass-plugin=%instrument -S -emit-llvm %s -o - | FileCheck --check-prefixes=ALL %s
// RUN: %clang %mpich-include -O0 -fpass-plugin=%instrument -S -emit-llvm %s -o - | FileCheck --check-prefix=UNTYPED %s
#include <mpi.h>
#include <stdlib.h>

struct Cell {
  char kind;
  double rho[2];
  unsigned level : 3;
};
struct Cell cells[4];

void other(void *memory);

// ALL-DAG: @[[CELL:lockstep.layout[.0-9]*]] = private constant {{.*}} { i64 32, i32 3, i32 0, {{.*}}Cell{{.*}} { i32 0, i32 1, i32 1, i32 5 }, {{.*}} { i32 8, i32 2, i32 8, i32 3 }, {{.*}} { i32 24, i32 1, i32 1, i32 7 }
// ALL-DAG: @[[INT:lockstep.layout[.0-9]*]] = private constant {{.*}} { i64 4, i32 1, i32 0, {{.*}}int{{.*}} { i32 0, i32 1, i32 4, i32 0 }
// ALL-DAG: @[[LONG:lockstep.layout[.0-9]*]] = private constant {{.*}} { i64 8, i32 1, i32 0, {{.*}}long{{.*}} { i32 0, i32 1, i32 8, i32 0 }
// ALL-DAG: @[[MIXED:lockstep.layout[.0-9]*]] = private constant {{.*}} { i64 4, i32 1, i32 1, {{.*}}float{{.*}} { i32 0, i32 1, i32 4, i32 3 }
// ALL-DAG: @lockstep.globals = private global {{.*}} { ptr @cells, i64 128, ptr @[[CELL]] }{{.*}} section "lockstep_globals"

// ALL-LABEL: define {{.*}} @direct(
// ALL: call void @lockstepLend(ptr {{.*}}, i64 16, ptr @[[INT]])
// ALL: @MPI_Send(
// ALL: call void @lockstepTakeBack(i64 1)
// ALL-NOT: call void @lockstepLend(
// ALL: call {{.*}}@other(
// UNTYPED-LABEL: define {{.*}} @direct(
// UNTYPED: call void @lockstepLend(ptr {{.*}}, i64 16, ptr null)
void direct(void) {
  int values[4] = {0};
  MPI_Send(values, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
  other(values);
}

// ALL-LABEL: define {{.*}} @passOn(
// ALL-NOT: call void @lockstepLend(
// ALL: ret void
__attribute__((noinline)) void passOn(int *values) { MPI_Send(values + 1, 2, MPI_INT, 1, 0, MPI_COMM_WORLD); }

// ALL-LABEL: define {{.*}} @indirect(
// ALL: call void @lockstepLend(ptr {{.*}}, i64 12, ptr @[[INT]])
// ALL: call {{.*}}@passOn(
// ALL: call void @lockstepTakeBack(i64 1)
void indirect(void) {
  int values[3] = {0};
  passOn(values);
}

// ALL-LABEL: define {{.*}} @heap(
// ALL: call void @lockstepAllocated(ptr {{.*}}, i64 {{.*}}, ptr @[[LONG]])
// ALL: call void @lockstepAllocated(ptr {{.*}}, i64 {{.*}}, ptr null)
// ALL: call void @lockstepAllocated(ptr {{.*}}, i64 {{.*}}, ptr @[[MIXED]])
void heap(int n) {
  long *numbers = malloc(n * sizeof *numbers);
  void *bytes = calloc(n, 3);
  float *values = malloc(n * sizeof *values);
  ((int *)values)[0] = 1;
  other(numbers);
  other(bytes);
  other(values);
}

// ALL-LABEL: define {{.*}} @expose(
// ALL: @MPI_Win_create(
// PLAIN: call void @lockstepLeft(ptr {{.*}}, i64 64)
void expose(MPI_Win *window) {
  double memory[8];
  MPI_Win_create(memory, sizeof memory, 8, MPI_INFO_NULL, MPI_COMM_WORLD, window);
}
