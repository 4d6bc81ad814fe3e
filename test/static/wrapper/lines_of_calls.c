// Without instrumentation of loads and stores, line tables are kept only for calls that may lead to MPI; if
// debug information is requested, all of it is kept.
// REQUIRES: mpich
// RUN: %lockstep-mpicc --mpi mpich -fno-lockstep -O1 -S -emit-llvm %s -o - | FileCheck %s --implicit-check-not=DILocation
// RUN: %lockstep-mpicc --mpi mpich -fno-lockstep -gline-tables-only -O1 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=ALL
// RUN: %lockstep-mpicc --mpi mpich -O1 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=ALL
// RUN: %lockstep-mpicc --mpi mpich -fno-lockstep -O1 -DALONE -S -emit-llvm %s -o - | FileCheck %s --check-prefix=NONE
#include <mpi.h>
#include <string.h>

double sum(const double *numbers, int count) {
  double result = 0;
  // ALL-DAG: !DILocation(line: [[#@LINE+1]],
  for (int i = 0; i < count; ++i) result += numbers[i];
  return result;
}

#ifndef ALONE
void elsewhere(double *numbers);

double meet(double *numbers, int count) {
  memset(numbers, 0, sizeof *numbers);
  // CHECK-DAG: !DILocation(line: [[#@LINE+2]],
  // ALL-DAG: !DILocation(line: [[#@LINE+1]],
  elsewhere(numbers);
  const double own = sum(numbers, count);
  // CHECK-DAG: !DILocation(line: [[#@LINE+2]],
  // ALL-DAG: !DILocation(line: [[#@LINE+1]],
  MPI_Barrier(MPI_COMM_WORLD);
  return own;
}
#endif

// NONE: define{{.*}} @sum
// NONE-NOT: DILocation
// NONE-NOT: DICompileUnit
