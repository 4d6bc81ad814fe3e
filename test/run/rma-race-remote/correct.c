// Fences, post and start, flushes with messages and barriers, accumulates: everything in order.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run -v --mpi mpich -n 3 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=0
// RUN: %lockstep run -v --mpi openmpi -n 3 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=0
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
  _Alignas(16) int rank, size, memory[8] = {0}, value = 1, got[4] = {0};
  MPI_Win win;
  MPI_Group world, left, right;
  MPI_Datatype even;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int next = (rank + 1) % size, before = (rank + size - 1) % size;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &before, &left);
  MPI_Group_incl(world, 1, &next, &right);
  MPI_Type_vector(2, 1, 2, MPI_INT, &even);
  MPI_Type_commit(&even);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Put(&value, 1, MPI_INT, next, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Get(&got[0], 1, MPI_INT, next, 0, 1, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

  for (int i = 0; i < 3; ++i) {
    MPI_Win_post(left, 0, win);
    MPI_Win_start(right, 0, win);
    MPI_Put(&value, 1, MPI_INT, next, 1, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
  }
  MPI_Barrier(MPI_COMM_WORLD);

  MPI_Win_lock_all(0, win);
  MPI_Accumulate(&value, 1, MPI_INT, 0, 2, 1, MPI_INT, MPI_SUM, win);
  MPI_Fetch_and_op(NULL, &got[3], MPI_INT, 0, 2, MPI_NO_OP, win);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 3, 1, MPI_INT, win);
  if (rank == 1) MPI_Put(got, 2, MPI_INT, 2, 4, 1, even, win);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 2, 5, 1, MPI_INT, win);
  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 2) MPI_Get(&got[2], 1, MPI_INT, 1, 3, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);

  MPI_Win_free(&win);
  MPI_Type_free(&even);
  MPI_Group_free(&left);
  MPI_Group_free(&right);
  MPI_Group_free(&world);
  MPI_Finalize();
  return 0;
}

// CHECK-NOT: {{error|warning}}:
