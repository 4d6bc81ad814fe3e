// A window whose memory begins at no multiple of 16 bytes: where the library moves it, that is said once, and where it does
// not, nothing is. Aligned memory is never moved.
// REQUIRES: mpich, openmpi
// RUN: %mpicc-mpich -g -O0 %s -o %t.mpich
// RUN: %mpicc-openmpi -g -O0 %s -o %t.openmpi
// RUN: %lockstep run -n 2 --timeout 60 --json %t.json %t.mpich 8 >%t.out 2>&1
// RUN: FileCheck %s <%t.out
// RUN: %lockstep run -n 2 --timeout 60 %t.openmpi 8 2>&1 | FileCheck %s
// RUN: %lockstep run -n 2 --timeout 60 %t.mpich 0 2>&1 | FileCheck %s --check-prefix=ALIGNED
// CHECK: {{moved|in place}}
// CHECK-NOT: error:
// ALIGNED: in place
// ALIGNED-NOT: [library-fault]
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  static _Alignas(16) char memory[64];
  const int offset = argc > 1 ? atoi(argv[1]) : 0;
  int rank, isSet;
  void *base;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory + offset, 32, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_get_attr(window, MPI_WIN_BASE, &base, &isSet);
  if (rank == 0) puts(base == memory + offset ? "in place" : "moved");
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
