// An exception makes one rank skip the collective; the caller catches it and continues.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
#include <mpi.h>

#include <stdexcept>
#include <string>

static void work(int rank) {
  std::string name = "step";
  if (rank == 1) throw std::runtime_error(name);
  // CHECK: thrown.cpp:[[@LINE+2]]:3: error: MPI_Barrier is not called by all ranks
  // CHECK: thrown.cpp:[[@LINE-2]]:7: note: the ranks diverge here, depending on the rank obtained at line [[#@LINE+7]]
  MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  try {
    work(rank);
  } catch (const std::exception &) {
  }
  MPI_Finalize();
  return 0;
}
