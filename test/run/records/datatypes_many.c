// A chain of types, each built from the previous one, and a type with many parts take time linear in their size.
// REQUIRES: mpich, openmpi
// RUN: rm -rf %t.mpich %t.openmpi
// RUN: timeout 100 %lockstep run -q --mpi mpich -n 1 --trace %t.mpich %s
// RUN: %records %t.mpich type | tail -n 3 | FileCheck %s
// RUN: timeout 100 %lockstep run -q --mpi openmpi -n 1 --trace %t.openmpi %s
// RUN: %records %t.openmpi type | tail -n 3 | FileCheck %s
#include <mpi.h>
#include <stdlib.h>

enum { kParts = 200000 };

int main(int argc, char **argv) {
  MPI_Datatype chain[2000], all;
  MPI_Init(&argc, &argv);
  MPI_Type_vector(2, 1, 2, MPI_INT, &chain[0]);
  for (int i = 1; i < 2000; ++i) MPI_Type_create_resized(chain[i - 1], 0, 16, &chain[i]);
  int *lengths = malloc(kParts * sizeof *lengths);
  MPI_Aint *places = malloc(kParts * sizeof *places);
  MPI_Datatype *parts = malloc(kParts * sizeof *parts);
  for (int i = 0; i < kParts; ++i) {
    lengths[i] = 1;
    places[i] = 16 * (MPI_Aint)i;
    parts[i] = chain[1999];
  }
  MPI_Type_create_struct(kParts, lengths, places, parts, &all);
  MPI_Type_free(&all);
  for (int i = 0; i < 2000; ++i) MPI_Type_free(&chain[i]);
  // A million blocks of a million runs each: the map is too long to be recorded, also as a part of another one.
  MPI_Type_vector(1 << 20, 1, 2, MPI_INT, &chain[0]);
  MPI_Type_create_hvector(1 << 20, 1, 1 << 30, chain[0], &chain[1]);
  MPI_Type_create_hvector(2, 1, 16, chain[1], &chain[2]);
  for (int i = 0; i < 3; ++i) MPI_Type_free(&chain[i]);
  MPI_Finalize();
  return 0;
}

// CHECK:      type {{[0-9]+}} lb=0 extent=8388604 size=4194304: 1048576x1 MPI_INT at 0 by 8
// CHECK-NEXT: type {{[0-9]+}} lb=0 extent={{[0-9]+}} size=4398046511104: {{$}}
// CHECK-NEXT: type {{[0-9]+}} lb=0 extent={{[0-9]+}} size=8796093022208: {{$}}
