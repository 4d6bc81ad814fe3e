// Random nested datatypes: the recorded map has the bytes in the order in which the library packs them.
// REQUIRES: mpich, openmpi
// RUN: rm -rf %t.mpich %t.openmpi
// RUN: %lockstep run -q --mpi mpich -n 1 --trace %t.mpich %s > %t.mpich.out
// RUN: %records %t.mpich type > %t.mpich.types
// RUN: %python %S/Inputs/compare-maps.py %t.mpich.types %t.mpich.out | FileCheck %s
// RUN: %lockstep run -q --mpi openmpi -n 1 --trace %t.openmpi %s > %t.openmpi.out
// RUN: %records %t.openmpi type > %t.openmpi.types
// RUN: %python %S/Inputs/compare-maps.py %t.openmpi.types %t.openmpi.out | FileCheck %s
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { kTypes = 600, kSpan = 20000 };

static MPI_Datatype pool[kTypes + 4] = {MPI_DATATYPE_NULL};
static unsigned state = 12345;

static int pick(int below) {
  state = state * 1103515245 + 12345;
  return (int)(state >> 16) % below;
}

static MPI_Datatype make(MPI_Datatype old, MPI_Datatype other) {
  int lengths[3] = {pick(3), pick(3), 1 + pick(2)}, places[3] = {pick(3), 3 + pick(3), 6 + pick(3)};
  MPI_Aint bytes[3] = {pick(9), 400 + 8 * pick(9), 900 + 8 * pick(9)};
  MPI_Datatype parts[3] = {old, other, old}, type;
  int sizes[3] = {2 + pick(3), 2 + pick(3), 1 + pick(3)}, starts[3] = {pick(2), pick(2), 0}, part[3];
  int order = pick(2) ? MPI_ORDER_C : MPI_ORDER_FORTRAN, processes[3] = {2, 1 + pick(2), 1};
  int how[3] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_NONE};
  int blocks[3] = {MPI_DISTRIBUTE_DFLT_DARG, 1 + pick(2), MPI_DISTRIBUTE_DFLT_DARG};
  for (int i = 0; i < 3; ++i) part[i] = 1 + pick(sizes[i] - starts[i]);
  switch (pick(11)) {
    case 0: MPI_Type_contiguous(1 + pick(4), old, &type); break;
    case 1: MPI_Type_vector(1 + pick(3), 1 + pick(3), 3 + pick(2), old, &type); break;
    case 2: MPI_Type_create_hvector(1 + pick(3), 1 + pick(2), 200 + pick(99), old, &type); break;
    case 3: MPI_Type_indexed(3, lengths, places, old, &type); break;
    case 4: MPI_Type_create_hindexed(3, lengths, bytes, old, &type); break;
    case 5: MPI_Type_create_indexed_block(3, 1 + pick(3), places, old, &type); break;
    case 6: MPI_Type_create_struct(3, lengths, bytes, parts, &type); break;
    case 7: MPI_Type_create_subarray(3, sizes, part, starts, order, old, &type); break;
    case 8: MPI_Type_create_darray(2 * processes[1], pick(2 * processes[1]), 3, sizes, how, blocks, processes, order, old, &type); break;
    case 9: MPI_Type_create_resized(old, 0, 8 * (1 + pick(100)), &type); break;
    default: MPI_Type_dup(old, &type); break;
  }
  return type;
}

/// Bytes of the buffer say where they are: the low half of their offset first, then the high half.
static void print(MPI_Datatype type) {
  static unsigned char low[kSpan], high[kSpan], packedLow[kSpan], packedHigh[kSpan];
  int size, atLow = 0, atHigh = 0;
  MPI_Type_size(type, &size);
  for (int i = 0; i < kSpan; ++i) {
    low[i] = (unsigned char)(i & 255);
    high[i] = (unsigned char)(i >> 8);
  }
  MPI_Type_commit(&type);
  MPI_Pack(low, 1, type, packedLow, kSpan, &atLow, MPI_COMM_SELF);
  MPI_Pack(high, 1, type, packedHigh, kSpan, &atHigh, MPI_COMM_SELF);
  printf("packed");
  for (int i = 0; i < size; ++i) printf(" %d", packedLow[i] + 256 * packedHigh[i]);
  printf("\n");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Datatype basic[4] = {MPI_CHAR, MPI_SHORT, MPI_INT, MPI_DOUBLE};
  memcpy(pool, basic, sizeof basic);
  int used = 4;
  for (int i = 0; i < kTypes; ++i) {
    MPI_Datatype type = make(pool[pick(used)], pool[pick(used)]);
    MPI_Aint start, extent, first, span;
    int size;
    MPI_Type_get_extent(type, &start, &extent);
    MPI_Type_get_true_extent(type, &first, &span);
    MPI_Type_size(type, &size);
    if (first >= 0 && first + span < kSpan && size < kSpan) print(type);
    else printf("packed too large\n");
    if (extent < 1000 && extent > 0 && used < kTypes) pool[used++] = type;
    else MPI_Type_free(&type);
  }
  while (used > 4) MPI_Type_free(&pool[--used]);
  MPI_Finalize();
  return 0;
}

// CHECK: compared 600 of 600 wrong 0
