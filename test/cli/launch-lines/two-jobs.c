// Two jobs in one launch line: the first is judged, and the report says that the other was not.
// REQUIRES: mpich
// RUN: %mpicc-mpich -g %s -o %t.exe
// RUN: %lockstep run --timeout 60 -- sh -c 'mpiexec.mpich -n 2 %t.exe && mpiexec.mpich -n 2 %t.exe' 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}

// CHECK: warning: 2 processes of other MPI jobs were not judged
// CHECK: no errors; 2 ranks, 6 MPI calls seen
