// The user's OMPT tool keeps working, named in the environment or linked; the run says what it lacks.
// REQUIRES: mpich
// RUN: %clang -shared -fPIC %S/Inputs/tool.c -o %t.so
// RUN: env OMP_TOOL_LIBRARIES=%t.so %lockstep run --mpi mpich -n 1 --timeout 60 --cflags=-fopenmp %s 2>&1 | FileCheck %s
// RUN: env LD_PRELOAD=%t.so %lockstep run --mpi mpich -n 1 --timeout 60 --cflags=-fopenmp %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi mpich -n 1 --timeout 60 --cflags=-fopenmp %s 2>&1 | FileCheck %s --check-prefix=ALONE
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
#pragma omp parallel num_threads(2)
  {
  }
  MPI_Finalize();
  return 0;
}

// CHECK: lockstep: the order of OpenMP threads is not recorded: another OMPT tool is in use
// CHECK: tool: 1 regions
// CHECK: lockstep: no errors; 1 rank
// ALONE-NOT: tool
// ALONE: lockstep: no errors; 1 rank
