// A std::array of double is broadcast as MPI_FLOAT.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

#include <array>

int main(int argc, char **argv) {
  std::array<double, 4> values{};
  MPI_Init(&argc, &argv);
  // CHECK: array.cpp:[[@LINE+1]]:{{.*}}error: buffer of MPI_Bcast (argument 1) points to floating-point numbers of 8 bytes, but the datatype is MPI_FLOAT [buffer-type]
  MPI_Bcast(values.data(), 4, MPI_FLOAT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
