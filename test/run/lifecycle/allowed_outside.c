// What the standard allows before MPI_Init and after MPI_Finalize is no error.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int flag, version, subversion;
  MPI_Initialized(&flag);
  MPI_Get_version(&version, &subversion);
  MPI_Init(&argc, &argv);
  MPI_Finalize();
  MPI_Finalized(&flag);
  return 0;
}

// CHECK-NOT: {{error|warning}}:
// CHECK: lockstep: no errors
