// The status is recorded, too, where the recorder begins before main, as it does with instrumented code.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 %s 2>&1 | FileCheck %s
// CHECK: error: rank 1 ends with status 3 without calling MPI_Finalize
#include <mpi.h>

#include <cstdlib>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  long *memory;
  MPI_Win window;
  MPI_Win_allocate(64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  memory[0] = rank;
  if (rank == 1) std::exit(3);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
