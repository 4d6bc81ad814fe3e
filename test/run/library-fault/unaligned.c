// A window whose memory is not aligned to 16 bytes: if the library moves it, this is reported once, otherwise nothing
// is. Aligned memory is never moved.
// REQUIRES: mpich, openmpi
// RUN: %mpicc-mpich -g -O0 %s -o %t.mpich
// RUN: %mpicc-openmpi -g -O0 %s -o %t.openmpi
// RUN: %lockstep run -n 2 --timeout 60 --json %t.json %t.mpich 8 >%t.out 2>&1
// RUN: FileCheck %s <%t.out
// RUN: %findings %t.json | FileCheck %s --check-prefix=$(grep -qx moved %t.out && echo MOVED || echo PLACED)
// RUN: %lockstep run -n 2 --timeout 60 --json %t.json %t.openmpi 8 >%t.out 2>&1
// RUN: FileCheck %s <%t.out
// RUN: %findings %t.json | FileCheck %s --check-prefix=$(grep -qx moved %t.out && echo MOVED || echo PLACED)
// RUN: %lockstep run -n 2 --timeout 60 --json %t.json %t.mpich 0 2>&1 | FileCheck %s --check-prefix=ALIGNED
// RUN: %findings %t.json | FileCheck %s --check-prefix=PLACED
// CHECK: {{^(moved|in place)$}}
// CHECK-NOT: error:
// ALIGNED: {{^in place$}}
// ALIGNED-NOT: [library-fault]
// PLACED: {{^none$}}
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  static _Alignas(16) char memory[64];
  const int offset = argc > 1 ? atoi(argv[1]) : 0;
  int rank, isSet, isMoved, isAnyMoved;
  void *base;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // MOVED: {{^}}library-fault, warning, [[@LINE+2]] MPI_Win_create{{$}}
  // MOVED-NOT: library-fault
  MPI_Win_create(memory + offset, 32, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_get_attr(window, MPI_WIN_BASE, &base, &isSet);
  isMoved = base != memory + offset;
  MPI_Allreduce(&isMoved, &isAnyMoved, 1, MPI_INT, MPI_LOR, MPI_COMM_WORLD);
  if (rank == 0) puts(isAnyMoved ? "moved" : "in place");
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
