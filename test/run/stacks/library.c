// A library without debug information: the report names the line of the program that called it, even if both files have
// been deleted.
// REQUIRES: mpich
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %mpicc-mpich -shared -fPIC -DLIBRARY %s -o libexchange.so
// RUN: %mpicc-mpich -g -O2 %s -o program -L. -lexchange -Wl,-rpath,%t
// RUN: %not66 %lockstep run -n 2 --timeout 60 --trace trace --json live.json ./program 2>&1 | FileCheck %s
// RUN: rm program libexchange.so && %not66 %lockstep analyze --json later.json trace 2>&1 | FileCheck %s
// RUN: grep -v '"command"' live.json > live.cut && grep -v '"command"' later.json | diff live.cut -
#include <mpi.h>

void swap(int *values, int count, int rank);

#ifdef LIBRARY
void swap(int *values, int count, int rank) {
  if (rank == 0)
    MPI_Send(values, count, MPI_INT, 1, 0, MPI_COMM_WORLD);
  else
    MPI_Recv(values, count, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
#else
static void step(int *values, int rank) { swap(values, rank == 0 ? 4 : 2, rank); }

int main(int argc, char **argv) {
  int rank;
  int values[4] = {0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  step(values, rank);
  MPI_Finalize();
  return 0;
}
#endif

// CHECK: libexchange.so{{.*}}: error: rank 0 sends 4 x MPI_INT {{.*}} [p2p-truncation]
// CHECK: sends it here on rank 0
// CHECK-NEXT: called from step at {{.*}}library.c:22:43
// CHECK-NEXT: called from main at {{.*}}library.c:30:3
