// Types of more elements than an int can count.
// REQUIRES: mpich
// RUN: rm -rf %t.mpich
// RUN: %lockstep run -q --mpi mpich -n 1 --trace %t.mpich %s
// RUN: %records %t.mpich type | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Datatype types[4];
  MPI_Count sizes[2] = {100000, 100000}, parts[2] = {50000, 60000}, starts[2] = {1, 2};
  MPI_Init(&argc, &argv);
  MPI_Type_contiguous_c(6000000000, MPI_BYTE, &types[0]);
  MPI_Type_vector_c(3000000000, 2, 4, MPI_INT, &types[1]);
  MPI_Type_create_subarray_c(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &types[2]);
  MPI_Type_dup(types[1], &types[3]);
  for (int i = 0; i < 4; ++i) MPI_Type_free(&types[i]);
  MPI_Finalize();
  return 0;
}

// CHECK:      type 0 lb=0 extent=6000000000 size=6000000000: 1x{{[0-9]+}} MPI_BYTE at 0, 1x{{[0-9]+}} MPI_BYTE at {{[0-9]+}}{{$}}
// CHECK-NEXT: type 1 lb=0 extent=47999999992 size=24000000000: 3000000000x2 MPI_INT at 0 by 16
// CHECK-NEXT: type 2 lb=0 extent=40000000000 size=12000000000: 50000x60000 MPI_INT at 400008 by 400000
// CHECK-NEXT: type 3 lb=0 extent=47999999992 size=24000000000: 3000000000x2 MPI_INT at 0 by 16
