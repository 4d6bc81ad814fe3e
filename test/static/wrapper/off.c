// LOCKSTEP_WRAPPER=off does what the MPI's own wrapper does with that compiler: the same object, no finding.
// REQUIRES: mpich, openmpi
// RUN: rm -rf %t && mkdir %t
// RUN: env LOCKSTEP_WRAPPER=off %lockstep-mpicc --mpi mpich -Werror=lockstep -O2 -c %s -o %t/off.o 2>&1 | count 0
// RUN: env MPICH_CC=clang-19 mpicc.mpich -O2 -c %s -o %t/plain.o
// RUN: cmp %t/off.o %t/plain.o
// RUN: env LOCKSTEP_WRAPPER=off %lockstep-mpicc --mpi openmpi --compiler=gcc -O2 -c %s -o %t/off.o 2>&1 | count 0
// RUN: mpicc.openmpi -O2 -c %s -o %t/plain.o
// RUN: cmp %t/off.o %t/plain.o
// RUN: env LOCKSTEP_WRAPPER=off %lockstep-mpifort --mpi mpich -c %S/fortran.f90 -o %t/fortran.o 2>&1 | FileCheck --allow-empty %s
// CHECK-NOT: not called by all ranks
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
