// Every datatype is recorded as its flattened type map when it is created: one line per constructor.
// REQUIRES: mpich, openmpi
// RUN: rm -rf %t.mpich %t.openmpi
// RUN: %lockstep run -q --mpi mpich -n 1 --trace %t.mpich %s
// RUN: %records %t.mpich type | FileCheck %s
// RUN: %lockstep run -q --mpi openmpi -n 1 --trace %t.openmpi %s
// RUN: %records %t.openmpi type | FileCheck %s
#include <mpi.h>

static MPI_Datatype types[32];
static int count;

static MPI_Datatype *next(void) { return &types[count++]; }

static void simple(void) {
  int lengths[3] = {2, 1, 3}, places[3] = {0, 4, 8};
  MPI_Aint bytes[3] = {0, 100, 101};
  MPI_Datatype parts[3] = {MPI_INT, MPI_DOUBLE, MPI_CHAR};
  // CHECK: type 0 lb=0 extent=4000000 size=4000000: 1x1000000 MPI_INT at 0
  MPI_Type_contiguous(1000000, MPI_INT, next());
  // CHECK-NEXT: type 1 lb=0 extent=79999944 size=24000000: 1000000x3 MPI_DOUBLE at 0 by 80
  MPI_Type_vector(1000000, 3, 10, MPI_DOUBLE, next());
  // CHECK-NEXT: type 2 lb=-9 extent={{[0-9]+}} size=16: 2x2 MPI_INT at 0 by -9
  MPI_Type_create_hvector(2, 2, -9, MPI_INT, next());
  // CHECK-NEXT: type 3 lb=0 extent=44 size=24: 1x2 MPI_INT at 0, 1x1 MPI_INT at 16, 1x3 MPI_INT at 32
  MPI_Type_indexed(3, lengths, places, MPI_INT, next());
  // CHECK-NEXT: type 4 lb=0 extent=104 size=6: 1x2 MPI_CHAR at 0, 1x4 MPI_CHAR at 100
  MPI_Type_create_hindexed(3, lengths, bytes, MPI_CHAR, next());
  // CHECK-NEXT: type 5 lb=0 extent=40 size=24: 3x2 MPI_INT at 0 by 16
  MPI_Type_create_indexed_block(3, 2, places, MPI_INT, next());
  // CHECK-NEXT: type 6 lb=0 extent={{[0-9]+}} size=24: 2x1 MPI_LONG at 0 by 100, 1x1 MPI_LONG at 101
  MPI_Type_create_hindexed_block(3, 1, bytes, MPI_LONG, next());
  // CHECK-NEXT: type 7 lb=0 extent={{1[0-9]+}} size=19: 1x2 MPI_INT at 0, 1x1 MPI_DOUBLE at 100, 1x3 MPI_CHAR at 101
  MPI_Type_create_struct(3, lengths, bytes, parts, next());
  // CHECK-NEXT: type 8 lb=0 extent=48 size=36: 3x1 MPI_DOUBLE_INT at 0 by 16
  MPI_Type_contiguous(3, MPI_DOUBLE_INT, next());
}

static void arrays(void) {
  int sizes[3] = {4, 5, 6}, parts[3] = {2, 3, 4}, starts[3] = {1, 1, 2};
  int grid[2] = {8, 6}, how[2] = {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_BLOCK}, blocks[2] = {1, MPI_DISTRIBUTE_DFLT_DARG},
      processes[2] = {2, 3};
  // CHECK-NEXT: type 9 lb=0 extent=480 size=96: 3x4 MPI_INT at 152 by 24, 3x4 MPI_INT at 272 by 24
  MPI_Type_create_subarray(3, sizes, parts, starts, MPI_ORDER_C, MPI_INT, next());
  // CHECK-NEXT: type 10 lb=0 extent=480 size=96: 3x2 MPI_INT at 180 by 16, 3x2 MPI_INT at 260 by 16, 3x2 MPI_INT at 340 by 16, 3x2 MPI_INT at 420 by 16
  MPI_Type_create_subarray(3, sizes, parts, starts, MPI_ORDER_FORTRAN, MPI_INT, next());
  // CHECK-NEXT: type 11 lb=0 extent=192 size=32: 4x2 MPI_INT at 32 by 48
  MPI_Type_create_darray(6, 4, 2, grid, how, blocks, processes, MPI_ORDER_C, MPI_INT, next());
}

static void derived(void) {
  MPI_Datatype column, wide;
  // CHECK-NEXT: type 12 lb=0 extent=20 size=12: 3x1 MPI_INT at 0 by 8
  MPI_Type_vector(3, 1, 2, MPI_INT, &column);
  // CHECK-NEXT: type 13 lb=-4 extent=32 size=12: 3x1 MPI_INT at 0 by 8
  MPI_Type_create_resized(column, -4, 32, &wide);
  MPI_Type_free(&column);
  // CHECK-NEXT: type 14 lb=-4 extent=64 size=24: 3x1 MPI_INT at 0 by 8, 3x1 MPI_INT at 32 by 8
  MPI_Type_contiguous(2, wide, next());
  // CHECK-NEXT: type 15 lb=-4 extent=32 size=12: 3x1 MPI_INT at 0 by 8
  MPI_Type_dup(wide, next());
  MPI_Type_commit(&wide);
  // CHECK-NEXT: type 16 lb=-4 extent=32 size=12 committed: 3x1 MPI_INT at 0 by 8
  MPI_Type_dup(wide, next());
  MPI_Type_free(&wide);
  // The first type of this function is gone; what was made of it is not.
  // CHECK-NEXT: type 17 lb=-4 extent=32 size=12 committed: 3x1 MPI_INT at 0 by 8
  MPI_Type_dup(types[count - 1], next());
  // CHECK-NEXT: type 18 lb=0 extent=4 size=4 committed: 1x1 MPI_INT at 0
  MPI_Type_dup(MPI_INT, next());
  // CHECK-NEXT: type 19 lb=0 extent=0 size=0: {{$}}
  MPI_Type_contiguous(0, MPI_INT, next());
}

static void irregular(void) {
  static int places[10000];
  for (int i = 0; i < 10000; ++i) places[i] = i * i;
  // CHECK-NEXT: type 20 {{.*}} size=40000 more: 1x2 MPI_INT at 0, 2x1 MPI_INT at 16 by 20
  // CHECK-NEXT: type 20
  MPI_Type_create_indexed_block(10000, 1, places, MPI_INT, next());
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  simple();
  arrays();
  derived();
  irregular();
  while (count > 0) MPI_Type_free(&types[--count]);
  MPI_Finalize();
  return 0;
}
