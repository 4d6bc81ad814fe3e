// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: coll-
// CHECK: lockstep: no errors
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
  try {
    if (values.at(2) > 100) throw std::runtime_error(name);
    if (rank == size - 1) std::cout << name << "\n";
    MPI_Barrier(MPI_COMM_WORLD);
  } catch (const std::exception &error) {
    std::cerr << error.what();
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}
