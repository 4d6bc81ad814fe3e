// The plugin alone reports as a diagnostic of the compiler, at every level of optimization, with both MPIs.
// REQUIRES: mpich, openmpi
// RUN: %clang %mpich-include -fpass-plugin=%plugin -g -O0 -c %s -o /dev/null 2>&1 | FileCheck %s
// RUN: %clang %mpich-include -fpass-plugin=%plugin -g -O3 -c %s -o /dev/null 2>&1 | FileCheck %s
// RUN: %clang %openmpi-include -fpass-plugin=%plugin -g -O0 -c %s -o /dev/null 2>&1 | FileCheck %s
// RUN: %clang %openmpi-include -g -Xclang -disable-O0-optnone -S -emit-llvm %s -o %t.ll
// RUN: opt -load-pass-plugin=%plugin -passes=lockstep-check -disable-output %t.ll 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // CHECK: plugin_any_level.c:[[@LINE+1]]:18: error: MPI_Barrier is not called by all ranks
  if (rank == 0) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
