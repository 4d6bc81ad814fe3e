// A program that queries the constructor of a type gets references that it has to free: neither the original nor the
// reference counts as freed with the other.
// REQUIRES: mpich, openmpi
// RUN: rm -rf %t.mpich %t.openmpi
// RUN: %lockstep run -q --mpi mpich -n 1 --trace %t.mpich %s
// RUN: %records %t.mpich type MPI_Type_free MPI_Type_size | FileCheck %s
// RUN: %lockstep run -q --mpi openmpi -n 1 --trace %t.openmpi %s
// RUN: %records %t.openmpi type MPI_Type_free MPI_Type_size | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Datatype column, pair, part;
  int numbers[8], size;
  MPI_Aint addresses[1];
  MPI_Init(&argc, &argv);
  MPI_Type_vector(3, 1, 2, MPI_INT, &column);
  MPI_Type_contiguous(2, column, &pair);
  MPI_Type_get_contents(pair, 1, 0, 1, numbers, addresses, &part);
  MPI_Type_size(part, &size);
  MPI_Type_free(&part);
  MPI_Type_size(column, &size);
  MPI_Type_free(&column);
  MPI_Type_get_contents(pair, 1, 0, 1, numbers, addresses, &part);
  MPI_Type_size(part, &size);
  MPI_Type_free(&part);
  MPI_Type_free(&pair);
  MPI_Finalize();
  return 0;
}

// CHECK:      type 0 lb=0 extent=20 size=12: 3x1 MPI_INT at 0 by 8
// CHECK-NEXT: type 1 lb=0 extent=40 size=24: 3x1 MPI_INT at 0 by 8, 3x1 MPI_INT at 20 by 8
// CHECK-NEXT: type 2 lb=0 extent=20 size=12{{.*}}: 3x1 MPI_INT at 0 by 8
// CHECK-NEXT: MPI_Type_size datatype=2
// CHECK:      MPI_Type_free datatype=2 own
// CHECK:      MPI_Type_size datatype=0
// CHECK:      MPI_Type_free datatype=0 own
// CHECK:      type 3 lb=0 extent=20 size=12 committed: 3x1 MPI_INT at 0 by 8
// CHECK-NEXT: MPI_Type_size datatype=3
// CHECK:      MPI_Type_free datatype=3 own
// CHECK:      MPI_Type_free datatype=1 own
