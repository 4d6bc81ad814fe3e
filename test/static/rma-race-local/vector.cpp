// A load of an element of the vector that a get writes to, before the fence.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

#include <vector>

int main(int argc, char **argv) {
  std::vector<int> values(4), window(4);
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_create(window.data(), 4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  // CHECK-DAG: vector.cpp:[[@LINE+1]]:{{.*}}note: pending since here
  MPI_Get(values.data(), 4, MPI_INT, 0, 0, 4, MPI_INT, win);
  // CHECK-DAG: vector.cpp:[[@LINE+1]]:{{.*}}error: the load reads a buffer that a pending MPI_Get writes to [rma-race-local]
  int sum = values[2];
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  if (sum == 7) return 1;
  MPI_Finalize();
  return 0;
}
