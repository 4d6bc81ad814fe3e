// Rank 1 exposes less than rank 0, by another unit.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=rma-bounds
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=rma-bounds
#include <mpi.h>

int main(int argc, char **argv) {
  _Alignas(16) int rank, memory[8] = {0}, value[2] = {1, 2};
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, rank == 0 ? sizeof memory : 4 * sizeof(int), rank == 0 ? sizeof(int) : 1, MPI_INFO_NULL,
                 MPI_COMM_WORLD, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(value, 2, MPI_INT, 1, 8, 2, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Get(value, 2, MPI_INT, 1, 12, 2, MPI_INT, win);
  if (rank == 1) MPI_Put(value, 2, MPI_INT, 0, 6, 2, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}

// CHECK: other_size.c:[[@LINE-8]]:{{[0-9]+}}: error: MPI_Get accesses bytes 12 to 19 of the window on rank 1, which has 16 bytes [rma-bounds]
