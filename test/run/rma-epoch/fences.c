// A fence that asserts that no operations precede it, though its process has made one; assertions that differ between
// ranks; a lock between two fences.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=3
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=3
#include <mpi.h>

int main(int argc, char **argv) {
  static _Alignas(64) int memory[4];
  static _Alignas(64) int more[4];
  int rank, value = 1;
  MPI_Win win, other;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  }
  // CHECK-DAG: fences.c:[[@LINE+1]]:{{[0-9]+}}: warning: MPI_Win_fence closes an epoch that the last MPI_Win_fence has opened, and MPI_Win_lock has opened another inside of it [rma-epoch]
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
  // CHECK-DAG: fences.c:[[@LINE+1]]:{{[0-9]+}}: error: MPI_Win_fence with MPI_MODE_NOPRECEDE has to complete operations: the process has made some since the last fence [rma-epoch]
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Win_create(more, sizeof more, sizeof *more, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  MPI_Win_fence(MPI_MODE_NOPRECEDE | (rank == 0 ? MPI_MODE_NOSTORE : MPI_MODE_NOPUT), other);
  // CHECK-DAG: fences.c:[[@LINE+1]]:{{[0-9]+}}: error: ranks disagree on the assertions of MPI_Win_fence on a window of MPI_COMM_WORLD: rank 0 gives neither, rank 1 gives MPI_MODE_NOSUCCEED [rma-epoch]
  MPI_Win_fence(rank == 1 ? MPI_MODE_NOSUCCEED : 0, other);
  MPI_Win_free(&other);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
