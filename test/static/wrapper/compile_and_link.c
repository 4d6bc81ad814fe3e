// The wrapper passes everything on to clang, adds MPI and the plugin, and compiles and links like mpicc.
// REQUIRES: mpich, openmpi
// RUN: env LOCKSTEP_MPI=mpich %lockstep-mpicc -O2 -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: env LOCKSTEP_MPI=mpich %lockstep-mpicc %t.o -o %t 2>&1 | count 0
// RUN: mpiexec.mpich -n 1 %t | FileCheck %s --check-prefix=RUN1
// RUN: env LOCKSTEP_MPI=openmpi %lockstep-mpicc -g %s -o %t.openmpi 2>&1 | FileCheck %s
// RUN: env LOCKSTEP_WRAPPER=off %lockstep-mpicc -c %s -o %t.o 2>&1 | count 0
// RUN: env LOCKSTEP_MPI=lam not %lockstep-mpicc -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=LAM
// RUN1: alone
// LAM: lockstep-mpicc: error: LOCKSTEP_MPI is 'lam': mpich or openmpi
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // CHECK: compile_and_link.c:[[@LINE+1]]:18: error: MPI_Barrier is not called by all ranks
  if (rank == 0) MPI_Barrier(MPI_COMM_WORLD);
  puts("alone");
  MPI_Finalize();
  return 0;
}
