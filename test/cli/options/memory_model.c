// A store beside what another rank puts into the same window: only MPI-2 forbids it.
// REQUIRES: mpich
// RUN: %lockstep run --mpi mpich -n 2 %s
// RUN: env LOCKSTEP_OPTIONS=memory-model=unified %lockstep run --mpi mpich -n 2 %s
// RUN: env LOCKSTEP_OPTIONS=memory-model=mpi2 %not66 %lockstep run --mpi mpich -n 2 %s 2>&1 | FileCheck %s
// RUN: env LOCKSTEP_OPTIONS=memory-model=weak %not64 %lockstep run --mpi mpich -n 2 %s 2>&1 | FileCheck %s --check-prefix=WEAK
// CHECK: [rma-race-remote]
// WEAK: weak
#include <mpi.h>

int main(int argc, char **argv) {
  _Alignas(16) int rank, memory[2] = {0}, value = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  if (rank == 1) memory[1] = 2;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
