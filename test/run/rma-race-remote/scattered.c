// Stores without a pattern are judged to the byte: a put to one of their elements is a race, a put between them is none.
// REQUIRES: mpich
// RUN: %mpicc-mpich -g %s %hooks -o %t
// RUN: %not66 %lockstep run -n 2 %t race 2>&1 | FileCheck %s
// RUN: %lockstep run -v -n 2 %t 2>&1 | FileCheck %s --check-prefix=NONE
#include <mpi.h>

#include "../accesses/Inputs/hooks.h"

enum { kCount = 4096 };

int main(int argc, char **argv) {
  int rank, value = 1;
  MPI_Win window;
  int *memory;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(kCount * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  MPI_Win_fence(0, window);
  unsigned random = 1, isTouched = 1;
  for (int i = 0; rank == 1 && i < kCount; ++i) {
    random = random * 1664525u + 1013904223u;
    if (i != 1000 && (i == 1001 || random >> 31)) lockstepStore(memory + i, sizeof(int));
  }
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, argc > 1 ? 1001 : 1000, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return (int)isTouched - 1;
}
// CHECK: error: {{.*}}[rma-race-remote]
// CHECK: bytes 4004-4007
// NONE-NOT: rma-race
// NONE: lockstep: access history: at most {{[0-9]+}} intervals ({{[0-9]+}} KiB), {{[0-9]+}} at the end
// NONE-NEXT: lockstep: no errors; 2 ranks
