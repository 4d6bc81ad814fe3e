// MPI_Win_allocate puts the memory of the ranks of a node behind each other. Where the library moves the window of a rank
// whose part begins at no multiple of 16 bytes, that is said once, and where it does not, nothing is. Multiples of 16
// bytes are never moved, nor are the parts of a shared window.
// REQUIRES: mpich, openmpi
// RUN: %mpicc-mpich -g -O0 %s -o %t.mpich
// RUN: %mpicc-openmpi -g -O0 %s -o %t.openmpi
// RUN: %lockstep run -n 2 --timeout 60 --json %t.json %t.mpich 40 >%t.out 2>&1
// RUN: FileCheck %s <%t.out
// RUN: %findings %t.json | FileCheck %s --check-prefix=$(grep -qx moved %t.out && echo MOVED || echo PLACED)
// RUN: %lockstep run -n 2 --timeout 60 --json %t.json %t.openmpi 40 >%t.out 2>&1
// RUN: FileCheck %s <%t.out
// RUN: %findings %t.json | FileCheck %s --check-prefix=$(grep -qx moved %t.out && echo MOVED || echo PLACED)
// RUN: %lockstep run -n 2 --timeout 60 --json %t.json %t.mpich 48 2>&1 | FileCheck %s --check-prefix=MULTIPLE
// RUN: %findings %t.json | FileCheck %s --check-prefix=PLACED
// CHECK: {{^(moved|in place)$}}
// CHECK-NOT: error:
// CHECK-NOT: shared window moved
// MULTIPLE: {{^in place$}}
// PLACED: {{^none$}}
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int isElsewhere(MPI_Win window, const void *memory) {
  void *base;
  int isSet, moved, anyMoved;
  MPI_Win_get_attr(window, MPI_WIN_BASE, &base, &isSet);
  moved = base != memory;
  MPI_Allreduce(&moved, &anyMoved, 1, MPI_INT, MPI_LOR, MPI_COMM_WORLD);
  return anyMoved;
}

int main(int argc, char **argv) {
  const int bytes = argc > 1 ? atoi(argv[1]) : 48;
  int rank, isMoved;
  char *memory, *common;
  MPI_Win window, shared;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &common, &shared);
  if (isElsewhere(shared, common)) puts("shared window moved");
  // MOVED: {{^}}library-fault, warning, [[@LINE+2]] MPI_Win_allocate{{$}}
  // MOVED-NOT: library-fault
  MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  isMoved = isElsewhere(window, memory);
  if (rank == 0) puts(isMoved ? "moved" : "in place");
  MPI_Win_free(&window);
  MPI_Win_free(&shared);
  MPI_Finalize();
  return 0;
}
