// A broadcast of five elements of a vector of four.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

#include <vector>

int main(int argc, char **argv) {
  std::vector<double> values(4);
  MPI_Init(&argc, &argv);
  // CHECK: vector.cpp:[[@LINE+1]]:{{.*}}error: buffer of MPI_Bcast (argument 1) points to 32 bytes of memory, but the call accesses 40 [buffer-overflow]
  MPI_Bcast(values.data(), 5, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
