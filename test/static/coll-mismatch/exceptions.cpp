// Only the last rank calls the barrier, in C++ where calls are invokes with exception handlers.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: coll-
// OK: lockstep: no errors
#include <mpi.h>

#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  std::vector<int> values(10);
  std::string name = "rank " + std::to_string(rank);
  if (rank == 0) std::cout << name << "\n";
  try {
    if (values.at(2) > 100) throw std::runtime_error(name);
    if (rank == size - 1) std::cout << name << "\n";
#ifndef OK
    if (rank == size - 1)
#endif
      // CHECK: exceptions.cpp:[[@LINE+1]]:7: error: MPI_Barrier is not called by all ranks
      MPI_Barrier(MPI_COMM_WORLD);
  } catch (const std::exception &error) {
    std::cerr << error.what();
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}
